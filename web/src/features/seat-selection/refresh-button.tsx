import { useMutation, useQueryClient } from '@tanstack/react-query'
import Refresh from 'lucide-react/icons/refresh-cw'
import { announce } from '#ui/announcer.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/notify.ts'
import { markStale } from './places/place-map.ts'
import { refetchPlaces, updateAllPlaces } from './places/places.queries.ts'

/** Refetches all places. The cached ones are stale, so the fetched ones replace them in any case. */
export function RefreshButton({ showtimeId }: { showtimeId: string }) {
  const client = useQueryClient()
  const { mutate: refresh, isPending } = useMutation({
    mutationFn: () => {
      updateAllPlaces(client, showtimeId, markStale)
      return refetchPlaces(client, showtimeId, { throwOnError: true })
    },
    onSuccess: () => announce('The seats are up to date.'),
    onError: ({ message }) => notify(message, 'refresh'),
  })

  return (
    <Button variant="quiet" busy={isPending} onClick={() => refresh()}>
      <Refresh aria-hidden="true" className={`size-4 ${isPending ? 'animate-spin' : ''}`} />
      Force Refresh Seats
    </Button>
  )
}
