import type { Context } from '#src/context.ts'
import { shownPlaces, viewOf } from '#src/inventory/views/seat-map.ts'

/** Returns the view of a showtime now, with its places and their claims. Throws NOT_FOUND. */
export async function readSeatMap(
  { showtimes, config }: Pick<Context, 'showtimes' | 'config'>,
  showtimeId: string,
) {
  const view = viewOf(await showtimes.read(showtimeId), { ...config, now: showtimes.now() })
  const { state } = view
  const claims = [...state.claims].map(
    ([placeId, claim]): [string, { holder: string | null; bookingId: string | null }] => [
      placeId,
      claim.kind === 'held'
        ? { holder: claim.holder, bookingId: null }
        : { holder: null, bookingId: claim.bookingId },
    ],
  )
  return { ...view, rev: state.rev, places: shownPlaces(state), claims: new Map(claims) }
}
