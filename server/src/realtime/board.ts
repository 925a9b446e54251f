import type { RecordedMap, ShowtimeMap } from '../claims/map.ts'
import type { PlaceRow } from '../database/schema.ts'

/** One place on a board: what everybody sees, and whose it is. */
interface Standing {
  status: 'AVAILABLE' | 'HELD' | 'SOLD'
  holder: string | null
  until: number | null
}

/** What the watchers of a showtime have last been told. */
export interface Board {
  rev: number
  standings: Map<string, Standing>
}

export interface Change {
  place: PlaceRow
  /** Whether it looks different to a stranger. */
  public: boolean
  /** Those to whom it was or is their own. */
  holders: string[]
}

const FREE: Standing = { status: 'AVAILABLE', holder: null, until: null }

export function boardOf(map: ShowtimeMap): Board {
  const standings = new Map<string, Standing>()
  for (const [placeId, { holder, held_until, booking_id }] of map.claims) {
    standings.set(
      placeId,
      booking_id === null
        ? { status: 'HELD', holder, until: held_until }
        : { status: 'SOLD', holder: null, until: null },
    )
  }
  return { rev: map.rev, standings }
}

export const holdersOf = ({ standings }: Board) => [
  ...new Set([...standings.values()].flatMap(({ holder }) => holder ?? [])),
]

/** What has to be told after `before`, place by place. */
export function changesSince(before: Board, after: Board, map: RecordedMap): Change[] {
  return map.places.flatMap((place) => {
    const was = before.standings.get(place.id) ?? FREE
    const is = after.standings.get(place.id) ?? FREE
    if (was.status === is.status && was.holder === is.holder && was.until === is.until) return []
    const holders = [was.holder, is.holder].filter((holder) => holder !== null)
    return [{ place, public: isPublic(was, is, map.now), holders: [...new Set(holders)] }]
  })
}

/** Also if a hold has become another's, or had run out: somebody may have read the map in between, or seen it as free. */
const isPublic = (was: Standing, is: Standing, now: number) =>
  was.status !== is.status || was.holder !== is.holder || (was.until ?? now + 1) <= now
