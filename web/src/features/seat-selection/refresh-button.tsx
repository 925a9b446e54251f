import { notify } from '@marquee/ui-kit/ui/notify.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { markStale } from '#features/seat-selection/places/place-map.ts'
import { refetchPlaces, updateAllPlaces } from '#features/seat-selection/places/places.queries.ts'
import { announce } from '#ui/announcer.tsx'

/** Refetches all places. The cached ones are stale, so the fetched ones replace them in any case. */
export function RefreshButton({ showtimeId }: { showtimeId: string }) {
  const client = useQueryClient()
  const { mutate: refresh, isPending } = useMutation({
    mutationFn: () => {
      updateAllPlaces(client, showtimeId, markStale)
      return refetchPlaces(client, showtimeId, { throwOnError: true })
    },
    onSuccess: () => announce('The seats are up to date.'),
    onError: ({ message }) => notify(message, { kind: 'refresh' }),
  })

  return (
    <button
      type="button"
      aria-busy={isPending || undefined}
      onClick={() => !isPending && refresh()}
      className="text-button"
    >
      Force Refresh Seats
    </button>
  )
}
