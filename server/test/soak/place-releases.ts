export type PlaceReleases = ReturnType<typeof createPlaceReleases>

/**
 * Counts the requests that may have ended the sale of a place: a sold place may become free once for each of them. They are recorded before they are
 * sent, because their answers may be lost.
 */
export function createPlaceReleases() {
  const ofPlaces = new Map<string, number>()
  const ofShows = new Map<string, number>()
  const ofBookings = new Map<string, number>()
  const bookingsOf = new Map<string, Set<string>>()
  const keyOf = (showtimeId: string, placeId: string) => `${showtimeId} ${placeId}`

  return {
    /** The booking has these places or may get them. */
    mayHave: (reference: string, showtimeId: string, placeIds: readonly string[]) => {
      for (const placeId of placeIds) {
        const key = keyOf(showtimeId, placeId)
        bookingsOf.set(key, (bookingsOf.get(key) ?? new Set()).add(reference))
      }
    },
    release: (showtimeId: string, placeIds: readonly string[]) => {
      for (const placeId of placeIds) increment(ofPlaces, keyOf(showtimeId, placeId))
    },
    /** All places that the booking has then. */
    releaseBooking: (reference: string) => increment(ofBookings, reference),
    /** All places of the show. */
    releaseShow: (showtimeId: string) => increment(ofShows, showtimeId),
    /** How often the place may have become free so far. */
    countOf: (showtimeId: string, placeId: string) => {
      const key = keyOf(showtimeId, placeId)
      const ofBooking = [...(bookingsOf.get(key) ?? [])].map((one) => ofBookings.get(one) ?? 0)
      return [ofPlaces.get(key) ?? 0, ofShows.get(showtimeId) ?? 0, ...ofBooking].reduce(
        (sum, count) => sum + count,
        0,
      )
    },
  }
}

const increment = (counts: Map<string, number>, key: string) =>
  counts.set(key, (counts.get(key) ?? 0) + 1)

/** Counts how often one observer has seen each place become free. Returns whether that is more often than allowed. */
export function createReleaseCounter(releases: Pick<PlaceReleases, 'countOf'>) {
  const seen = new Map<string, number>()
  return (showtimeId: string, placeId: string) => {
    const key = `${showtimeId} ${placeId}`
    increment(seen, key)
    return (seen.get(key) ?? 0) > releases.countOf(showtimeId, placeId)
  }
}
