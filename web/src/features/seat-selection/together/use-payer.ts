import type { Seat } from '@marquee/contract/seats/seats'
import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setPayer } from './together-requests.ts'

/** Whether this visitor pays for the seats of friends too, as the server knows it. A change shows at once until it is acknowledged. */
export function usePayer(showtimeId: string, friendsSeats: readonly Seat[]) {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (paysForAll: boolean) => setPayer(client, showtimeId, paysForAll),
    onSuccess: (ack) => {
      if (!ack.ok) notify(ack.message, { kind: 'payer' })
    },
  })
  const ownFriends = friendsSeats.filter(({ releasable }) => releasable)
  const isSet = isPending ? variables : ownFriends.some(({ friendPays }) => friendPays)
  return { paysForAll: isSet && ownFriends.length > 0, choosePayer: mutate }
}
