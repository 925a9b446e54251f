import { createLruCache } from '#src/platform/lru-cache.ts'
import { CYCLING } from '../rules/address-limits.ts'
import type { ReleasedPlaces } from '../rules/requester.ts'
import type { VisitorAtShowtime } from './places-elsewhere.sql.ts'

/** An entry takes about 200 bytes. */
const MAX_ENTRIES = 50_000

interface Count {
  places: number
  /** The first of them, monotonic time in milliseconds. */
  since: number
}

/** `address`: null for a visitor with a confirmed email, to whom the limits per address do not apply. */
type ReleasingVisitor = Pick<VisitorAtShowtime, 'showtimeId' | 'visitorId' | 'address'>

/**
 * Counts the places that visitors without a confirmed email release at a showtime, until they book there. Each node counts for itself, in memory:
 * a release writes nothing for it, and a hold reads two entries.
 */
export function createReleasedPlaces(monotonicNow: () => number) {
  const counts = createLruCache<string, Count>(MAX_ENTRIES)

  function countOf(key: string): Count | undefined {
    const count = counts.get(key)
    return count && monotonicNow() - count.since < CYCLING.periodMs ? count : undefined
  }

  function record({ showtimeId, visitorId, address }: ReleasingVisitor, places: number) {
    if (address === null || places === 0) return
    for (const key of keysOf({ showtimeId, visitorId, address })) {
      const { places: before, since } = countOf(key) ?? { places: 0, since: monotonicNow() }
      counts.set(key, { places: before + places, since })
    }
  }

  function count({ showtimeId, visitorId, address }: ReleasingVisitor): ReleasedPlaces {
    if (address === null) return { ofVisitor: 0, ofAddress: 0 }
    const [ofVisitor = 0, ofAddress = 0] = keysOf({ showtimeId, visitorId, address }).map(
      (key) => countOf(key)?.places,
    )
    return { ofVisitor, ofAddress }
  }

  /** The visitor has booked. */
  function reset(visitor: ReleasingVisitor) {
    for (const key of keysOf(visitor)) counts.delete(key)
  }

  return { record, count, reset }
}

const keysOf = ({ showtimeId, visitorId, address }: ReleasingVisitor) => [
  `${showtimeId} visitor ${visitorId}`,
  `${showtimeId} address ${address}`,
]
