import type { Context } from '../context.ts'
import { readRecordedSeatMap } from './seat-map.ts'
import type { RecordedSeatMap } from './seat-map.types.ts'

/** The largest halls have some three thousand seats: a few hundred megabytes at the very worst. */
const MOST = 200

interface Kept {
  reading: Promise<RecordedSeatMap>
  /** Not before it has been read. */
  rev: number | undefined
  isAskedFor: boolean
}

/** Maps that somebody has asked for lately, each read once for all of them, until something in it changes. */
export function createSeatMapCache(ctx: Context) {
  const kept = new Map<string, Kept>()

  /** Throws what the reading throws. */
  function read(showtimeId: string) {
    const known = kept.get(showtimeId)
    if (known) {
      known.isAskedFor = true
      return known.reading
    }
    const reading = readRecordedSeatMap(ctx, showtimeId)
    const one: Kept = { reading, rev: undefined, isAskedFor: true }
    kept.set(showtimeId, one)
    reading.then(
      ({ rev }) => {
        one.rev = rev
      },
      // The next who asks tries again.
      () => kept.get(showtimeId) === one && kept.delete(showtimeId),
    )
    for (const [oldest] of kept) if (kept.size > MOST) kept.delete(oldest)
    return reading
  }

  /** Also one that is being read: whoever asks from now on wants what has changed. */
  const forget = (showtimeId: string) => void kept.delete(showtimeId)

  /** Forgets what is no longer so, by the database's revisions, and what nobody has asked for since the last time. */
  function compare(revs: Map<string, number>) {
    for (const [showtimeId, one] of kept) {
      if (!one.isAskedFor || one.rev !== revs.get(showtimeId)) kept.delete(showtimeId)
      one.isAskedFor = false
    }
  }

  return { read, forget, compare, showtimeIds: () => [...kept.keys()] }
}
