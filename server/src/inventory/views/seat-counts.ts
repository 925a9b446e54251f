import { countSeatsByCategory, type ScreenLayouts } from '#src/catalogue/screen-layouts.ts'
import type { SeatCounts } from '#src/catalogue/showtimes.view.ts'
import type { Db, ShowtimeRow } from '#src/database/schema.ts'
import { createLruCache } from '#src/platform/lru-cache.ts'
import { selectSeatsTaken, type TakenSeats } from './seat-counts.sql.ts'

/** Counts are kept for this many showtimes. */
const MAX_SHOWTIMES = 20_000
/** A showtime is counted at most this often, however often its claims change. */
const RECOUNT_INTERVAL_MS = 500

type CountedShowtime = Pick<ShowtimeRow, 'id' | 'layout_id' | 'rev'> & { places_revision: number }

interface Entry {
  rev: number
  places_revision: number
  /** By `monotonicNow`, as `expiresAt`. */
  countedAt: number
  result: Promise<CountResult>
  /** When the first of the counted holds expires. Undefined until the result is there. */
  expiresAt?: number
}

interface CountResult {
  counts: SeatCounts
  expiresAt: number
}

interface SeatCountSources {
  reader: Db
  config: { accessReleaseMs: number }
  monotonicNow: () => number
  loadPlaces: ScreenLayouts
}

/**
 * Keeps the seat counts of showtimes with their revision. Only showtimes that have changed are counted again, so that a
 * list of showtimes costs the same however many claims exist.
 */
export function createSeatCounts(sources: SeatCountSources) {
  const entries = createLruCache<string, Entry>(MAX_SHOWTIMES)

  function findCurrent({ id, rev, places_revision }: CountedShowtime) {
    const entry = entries.get(id)
    if (entry?.places_revision !== places_revision) return undefined
    const now = sources.monotonicNow()
    const isRecent = now - entry.countedAt < RECOUNT_INTERVAL_MS
    const isUnchanged = entry.rev === rev && now < (entry.expiresAt ?? 0)
    return isRecent || isUnchanged ? entry : undefined
  }

  function recount(rows: CountedShowtime[]) {
    if (rows.length === 0) return []
    const counted = countSeats(sources, rows)
    const countedAt = sources.monotonicNow()
    return rows.map(({ id, rev, places_revision }) => {
      const result = counted.then((results) => results.get(id) as CountResult)
      const entry: Entry = { rev, places_revision, countedAt, result }
      entries.set(id, entry)
      result.then(
        ({ expiresAt }) => {
          entry.expiresAt = expiresAt
        },
        // The next request tries again.
        () => entries.peek(id) === entry && entries.delete(id),
      )
      return [id, entry] as const
    })
  }

  /** Returns the seat counts by showtime, at most half a second old. */
  return async function loadSeatCounts(rows: CountedShowtime[]) {
    const current = rows.map((row) => [row.id, findCurrent(row)] as const)
    const outdated = rows.filter((_, n) => current[n]?.[1] === undefined)
    const wanted = [...current, ...recount(outdated)]
    const loading = wanted.flatMap(([id, entry]) =>
      entry ? [entry.result.then(({ counts }) => [id, counts] as const)] : [],
    )
    return new Map(await Promise.all(loading))
  }
}

async function countSeats(sources: SeatCountSources, rows: CountedShowtime[]) {
  const offeredSeats = await countSeatsByCategory(sources, rows)
  const { rows: taken } = await selectSeatsTaken(
    sources.reader,
    rows.map(({ id }) => id),
    sources.config,
  )
  const byShowtime = Map.groupBy(taken, ({ showtime_id }) => showtime_id)
  return new Map(
    rows.map(({ id, layout_id }): [string, CountResult] => {
      const ofShowtime = byShowtime.get(id) ?? []
      const next = Math.min(
        ...ofShowtime.map((row) => row.next_expiry_ms ?? Number.POSITIVE_INFINITY),
      )
      const counts = subtractTaken(offeredSeats.get(layout_id) ?? new Map(), ofShowtime)
      return [id, { counts, expiresAt: sources.monotonicNow() + next }]
    }),
  )
}

/** `current`: the seats of the screen by category. A retired seat still counts while it is taken. */
function subtractTaken(current: Map<string, number>, taken: TakenSeats[]): SeatCounts {
  const takenOf = new Map(taken.map((row) => [row.category, row.taken_current]))
  const categories = [...current].map(([category, seats]) => ({
    category,
    seatsLeft: seats - (takenOf.get(category) ?? 0),
  }))
  const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, n) => total + n, 0)
  return {
    seatsTotal: sum(current.values()) + sum(taken.map((row) => row.taken_retired)),
    seatsLeft: sum(categories.map(({ seatsLeft }) => seatsLeft)),
    categories,
  }
}
