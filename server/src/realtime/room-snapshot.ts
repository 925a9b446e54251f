import type { PlaceRow } from '../database/schema.ts'
import type { RecordedSeatMap, SeatMap } from '../inventory/seat-map.types.ts'

/** One place on a board: what everybody sees, and whose it is. */
interface SeatState {
  status: 'AVAILABLE' | 'HELD' | 'SOLD'
  holder: string | null
  until: number | null
}

/** What the watchers of a showtime have last been told. */
export interface RoomSnapshot {
  rev: number
  standings: Map<string, SeatState>
}

export interface Change {
  place: PlaceRow
  /** Whether it looks different to a stranger. */
  public: boolean
  /** Those to whom it was or is their own. */
  holders: string[]
}

const FREE: SeatState = { status: 'AVAILABLE', holder: null, until: null }

export function snapshotOf(map: SeatMap): RoomSnapshot {
  const standings = new Map<string, SeatState>()
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

export const holdersOf = ({ standings }: RoomSnapshot) => [
  ...new Set([...standings.values()].flatMap(({ holder }) => holder ?? [])),
]

/** What has to be told after `before`, place by place. */
export function changesSince(
  before: RoomSnapshot,
  after: RoomSnapshot,
  map: RecordedSeatMap,
): Change[] {
  return map.places.flatMap((place) => {
    const was = before.standings.get(place.id) ?? FREE
    const is = after.standings.get(place.id) ?? FREE
    if (was.status === is.status && was.holder === is.holder && was.until === is.until) return []
    const holders = [was.holder, is.holder].filter((holder) => holder !== null)
    return [{ place, public: isPublic(was, is, map.now), holders: [...new Set(holders)] }]
  })
}

/** Also if a hold has become another's, or had run out: somebody may have read the map in between, or seen it as free. */
const isPublic = (was: SeatState, is: SeatState, now: number) =>
  was.status !== is.status || was.holder !== is.holder || (was.until ?? now + 1) <= now
