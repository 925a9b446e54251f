import type { Db } from '#src/database/schema.ts'
import { createLruCache } from '#src/platform/lru-cache.ts'
import { type PlaceCountRow, selectPlaceCounts } from './place-counts.sql.ts'

/** Twenty screens with six shows a day for four weeks. */
const MAX_SHOWTIMES = 4000

export interface ClaimCounts {
  sold: number
  /** Those of the sold places that are out of service. */
  soldOutOfService: number
  houseSeats: number
  held: number
}

interface Entry {
  rev: number
  /** When the first of the counted holds expires, by `monotonicNow`. */
  expiresAt: number
  seats: ClaimCounts
  slots: ClaimCounts
}

export const NO_CLAIMS: ClaimCounts = { sold: 0, soldOutOfService: 0, houseSeats: 0, held: 0 }

interface PlaceCountSources {
  reader: Db
  monotonicNow: () => number
}

/** Counts the places of shows as staff sees them. Only shows that have changed are counted again. */
export function createPlaceCounts({ reader, monotonicNow }: PlaceCountSources) {
  const entries = createLruCache<string, Entry>(MAX_SHOWTIMES)

  return async function loadPlaceCounts(shows: readonly { id: string; rev: number }[]) {
    const isCurrent = ({ id, rev }: { id: string; rev: number }) => {
      const entry = entries.get(id)
      return entry?.rev === rev && monotonicNow() < entry.expiresAt
    }
    const counts = new Map<string, Pick<Entry, 'seats' | 'slots'>>()
    for (const show of shows)
      if (isCurrent(show)) counts.set(show.id, entries.get(show.id) as Entry)
    const changed = shows.filter(({ id }) => !counts.has(id))
    const ids = changed.map(({ id }) => id)
    const { rows } = ids.length > 0 ? await selectPlaceCounts(reader, ids) : { rows: [] }
    const byShow = Map.groupBy(rows, ({ showtime_id }) => showtime_id)
    for (const { id, rev } of changed) {
      const counted = byShow.get(id) ?? []
      const next = Math.min(...counted.map((row) => row.next_expiry_ms ?? Number.POSITIVE_INFINITY))
      const countsOf = (isSeat: number) =>
        placeCountsOf(counted.find((row) => row.is_seat === isSeat))
      const expiresAt = monotonicNow() + next
      const entry = { rev, expiresAt, seats: countsOf(1), slots: countsOf(0) }
      entries.set(id, entry)
      counts.set(id, entry)
    }
    return counts
  }
}

const placeCountsOf = (row: PlaceCountRow | undefined): ClaimCounts => {
  if (!row) return NO_CLAIMS
  const { sold, house_seats: houseSeats, held, sold_out_of_service: soldOutOfService } = row
  return { sold, soldOutOfService, houseSeats, held }
}
