import type { PlaceRow } from '../database/schema.ts'
import { isLiveDeadline } from '../inventory/live-holds.ts'
import type { SeatMap, StoredSeatMap } from '../inventory/seat-map.types.ts'

/** The state of one place. `holder` and `until` (epoch milliseconds, database clock) belong to a hold. */
interface PlaceState {
  status: 'AVAILABLE' | 'HELD' | 'SOLD'
  holder: string | null
  until: number | null
}

/** The state of a showtime's places as it was last broadcast to its room. Available places are left out. */
export interface RoomSnapshot {
  rev: number
  places: Map<string, PlaceState>
}

export interface PlaceChange {
  place: PlaceRow
  /** Whether visitors who do not hold the place see a difference. */
  isPublic: boolean
  /** The holders before and after the change. */
  holders: string[]
  /** The holder whose hold of this place has expired. */
  expiredHolder: string | null
}

const AVAILABLE: PlaceState = { status: 'AVAILABLE', holder: null, until: null }

export function createSnapshot(map: SeatMap): RoomSnapshot {
  const places = new Map<string, PlaceState>()
  for (const [placeId, { holder, held_until, booking_id }] of map.claims) {
    const isHold = booking_id === null
    places.set(placeId, {
      status: isHold ? 'HELD' : 'SOLD',
      holder: isHold ? holder : null,
      until: isHold ? held_until : null,
    })
  }
  return { rev: map.rev, places }
}

export const holdersIn = ({ places }: RoomSnapshot) => [
  ...new Set([...places.values()].flatMap(({ holder }) => holder ?? [])),
]

/** Compares two snapshots place by place. `map` is the source of `afterSnapshot`. */
export function diffSnapshots(
  beforeSnapshot: RoomSnapshot,
  afterSnapshot: RoomSnapshot,
  map: StoredSeatMap,
): PlaceChange[] {
  return map.places.flatMap((place) => {
    const before = beforeSnapshot.places.get(place.id) ?? AVAILABLE
    const after = afterSnapshot.places.get(place.id) ?? AVAILABLE
    if (
      before.status === after.status &&
      before.holder === after.holder &&
      before.until === after.until
    )
      return []
    const hasExpired = before.until !== null && !isLiveDeadline(before.until, map)
    const holders = [before.holder, after.holder].filter((holder) => holder !== null)
    return {
      place,
      // A visitor who read the map after the expiry saw the place as available, so its status is sent even if it is held again.
      isPublic: before.status !== after.status || before.holder !== after.holder || hasExpired,
      holders: [...new Set(holders)],
      expiredHolder: hasExpired && after.holder !== before.holder ? before.holder : null,
    }
  })
}
