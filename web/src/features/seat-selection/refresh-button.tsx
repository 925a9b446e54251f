import { useMutation, useQueryClient } from '@tanstack/react-query'
import Refresh from 'lucide-react/icons/refresh-cw'
import { markStale } from '#features/seat-selection/places/place-map.ts'
import { refetchPlaces, updateAllPlaces } from '#features/seat-selection/places/places.queries.ts'
import { announce } from '#ui/announcer.tsx'
import { Button } from '#ui/button.tsx'
import { notify } from '#ui/notify.ts'

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
