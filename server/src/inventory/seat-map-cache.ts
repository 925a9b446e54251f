import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { StoredSeatMap } from './seat-map.types.ts'

/** The largest screens have some 3,000 seats: 200 maps need a few hundred megabytes at most. */
const MAX_MAPS = 200
/** A map that is not requested for this long is dropped. */
const IDLE_MS = 1000
/** A map with a limited read rate is read at most 20 times a second: each read becomes one broadcast to its room. */
const MIN_READ_INTERVAL_MS = 50

interface Entry {
  map: Promise<StoredSeatMap>
  /** Known once the map has been read. */
  rev: number | undefined
  /** When the read started, milliseconds of `performance.now()`. */
  startedAt: number
  isStale: boolean
  /** The read that replaces a stale map; all requests in the meantime share it. */
  next: Promise<StoredSeatMap> | undefined
}

export type SeatMapCache = ReturnType<typeof createSeatMapCache>

/**
 * Keeps the seat maps that were requested lately. `load` reads one from the database. A map stays valid until `invalidate`
 * is called; a request after that call waits for a read that starts after it.
 */
export function createSeatMapCache(load: (showtimeId: string) => Promise<StoredSeatMap>) {
  const entries = new LRUCache<string, Entry>({ max: MAX_MAPS, ttl: IDLE_MS, updateAgeOnGet: true })
  const rateLimited = new Set<string>()

  /** Returns the current map. Rejects with the error of `load`. */
  function get(showtimeId: string): Promise<StoredSeatMap> {
    const entry = entries.get(showtimeId)
    if (!entry) return startRead(showtimeId)
    if (!entry.isStale) return entry.map
    entry.next ??= readAfter(showtimeId, entry)
    return entry.next
  }

  function startRead(showtimeId: string) {
    const map = load(showtimeId)
    const startedAt = performance.now()
    const entry: Entry = { map, rev: undefined, startedAt, isStale: false, next: undefined }
    entries.set(showtimeId, entry)
    map.then(
      ({ rev }) => {
        entry.rev = rev
      },
      // The next request tries again.
      () => entries.peek(showtimeId) === entry && entries.delete(showtimeId),
    )
    return map
  }

  async function readAfter(showtimeId: string, { map, startedAt }: Entry) {
    await map.catch(() => undefined)
    const wait = startedAt + MIN_READ_INTERVAL_MS - performance.now()
    if (wait > 0 && rateLimited.has(showtimeId)) await pause(wait)
    return startRead(showtimeId)
  }

  function invalidate(showtimeId: string) {
    const entry = entries.peek(showtimeId)
    if (entry) entry.isStale = true
  }

  /** The showtimes whose maps are kept. */
  function showtimeIds() {
    entries.purgeStale()
    return [...entries.keys()]
  }

  /** Invalidates the maps whose revision in the database is another one. */
  function invalidateChanged(revisions: ReadonlyMap<string, number>) {
    for (const [showtimeId, entry] of entries.entries()) {
      if (entry.rev !== revisions.get(showtimeId)) entry.isStale = true
    }
  }

  return {
    get,
    invalidate,
    invalidateChanged,
    showtimeIds,
    limitReadRate: (showtimeId: string) => void rateLimited.add(showtimeId),
    removeReadRateLimit: (showtimeId: string) => void rateLimited.delete(showtimeId),
  }
}
