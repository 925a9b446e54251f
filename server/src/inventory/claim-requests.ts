export interface HolderAtShowtime {
  showtimeId: string
  holder: string
}

export interface PlacesOfHolder extends HolderAtShowtime {
  placeIds: readonly string[]
}

/** What a holder asks for: all of the places or none. */
export interface HoldRequest extends PlacesOfHolder {
  /** Which of the places are asked for as seats; undefined if the request does not say. */
  seatIds?: readonly string[] | undefined
}

/** A hold request with its action. */
export interface ClaimRequest extends HoldRequest {
  action: 'hold' | 'checkout' | 'extend' | 'release' | 'buy'
}

/** Until when a holder holds places at a showtime, by the database's clock (epoch milliseconds). */
export interface HoldState {
  holdUntil: number | null
  now: number
}

/** The limits count what a holder holds at a showtime, so no two transactions may write it at the same time. */
export const holderLockName = ({ showtimeId, holder }: HolderAtShowtime) =>
  `${showtimeId}/${holder}`

/** Identifies one place at one showtime. No id contains the separator. */
export const placeKey = (showtimeId: string, placeId: string) => `${showtimeId}\0${placeId}`

/** Leaves out requests for a place that an earlier one asks for, so that one statement can write them. */
export function withoutOverlaps<Request extends PlacesOfHolder>(requests: readonly Request[]) {
  const taken = new Set<string>()
  return requests.filter(({ showtimeId, placeIds }) => {
    const keys = placeIds.map((placeId) => placeKey(showtimeId, placeId))
    if (keys.some((key) => taken.has(key))) return false
    for (const key of keys) taken.add(key)
    return true
  })
}
