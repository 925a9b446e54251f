import type { PlaceRow } from '../database/schema.ts'
import { isLiveDeadline } from '../inventory/live-holds.ts'
import { chooserOf, isPaidByHolder } from '../inventory/places.view.ts'
import { isProtectedPlace, type SeatMap, type StoredSeatMap } from '../inventory/seat-map.types.ts'

/** The state of one place. `holder` and `until` belong to a hold. */
interface PlaceState {
  status: 'AVAILABLE' | 'HELD' | 'SOLD'
  holder: string | null
  /** The visitor who has chosen the place: the holder, or a friend in a shared selection. */
  chooser: string | null
  /** The deadline of the selection (epoch milliseconds, database clock). */
  until: number | null
  /** The visitor who started the shared selection pays for this place of a friend. */
  isPaidByHolder: boolean
}

/** The state of a showtime's places as it was last broadcast to its room. Available places without a holder are left out. */
export interface RoomSnapshot {
  rev: number
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
  isCancelled: boolean
  places: Map<string, PlaceState>
}

interface ExpiredHold {
  chooser: string
  /** The deadline of the selection. Null: the place was taken out of service before it. */
  deadline: number | null
}

export interface PlaceChange {
  place: PlaceRow
  /** Whether visitors who do not hold the place see a difference. */
  isPublic: boolean
  /** The holders before and after the change. */
  holders: string[]
  /** The hold of this place that has expired, or whose place was taken out of service. */
  expired: ExpiredHold | null
}

const NOT_HELD = { holder: null, chooser: null, until: null, isPaidByHolder: false }
const AVAILABLE: PlaceState = { status: 'AVAILABLE', ...NOT_HELD }
const SOLD: PlaceState = { status: 'SOLD', ...NOT_HELD }
/** An accessible place that is free, for those who ask for one. */
const PROTECTED: PlaceState = { status: 'HELD', ...NOT_HELD }

export function createSnapshot(map: SeatMap): RoomSnapshot {
  const places = new Map<string, PlaceState>()
  for (const [placeId, claim] of map.claims) {
    const held: PlaceState = {
      status: 'HELD',
      holder: claim.holder,
      chooser: chooserOf(claim),
      until: claim.held_until,
      isPaidByHolder: isPaidByHolder(map, claim),
    }
    places.set(placeId, claim.booking_id === null ? held : SOLD)
  }
  for (const place of map.places) if (isProtectedPlace(map, place)) places.set(place.id, PROTECTED)
  return {
    rev: map.rev,
    isCancelled: map.isCancelled,
    screenId: map.screenId,
    startsAt: map.startsAt,
    places,
  }
}

/** Whether the show is on another screen or at another time. */
export const isMoved = (
  before: Pick<RoomSnapshot, 'screenId' | 'startsAt'>,
  after: Pick<RoomSnapshot, 'screenId' | 'startsAt'>,
) => before.screenId !== after.screenId || before.startsAt !== after.startsAt

/** The visitors who have chosen the held places. */
export const choosersIn = ({ places }: RoomSnapshot) => [
  ...new Set([...places.values()].flatMap(({ chooser }) => chooser ?? [])),
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
    if (isSameState(before, after)) return []
    const hasExpired = before.until !== null && !isLiveDeadline(before.until, map)
    const holders = [before.holder, after.holder].filter((holder) => holder !== null)
    return {
      place,
      // A visitor who read the map after the expiry saw the place as available, so its status is sent even if it is held again.
      isPublic: before.status !== after.status || before.holder !== after.holder || hasExpired,
      holders: [...new Set(holders)],
      expired: expiredHold({ before, after, hasExpired, place }),
    }
  })
}

const isSameState = (before: PlaceState, after: PlaceState) =>
  before === after ||
  (before.status === after.status &&
    before.holder === after.holder &&
    before.chooser === after.chooser &&
    before.until === after.until &&
    before.isPaidByHolder === after.isPaidByHolder)

interface EndedHold {
  before: PlaceState
  after: PlaceState
  hasExpired: boolean
  place: PlaceRow
}

/** A hold whose deadline has passed, or whose place was taken out of service. */
function expiredHold({ before: { holder, chooser, until }, after, hasExpired, place }: EndedHold) {
  if (chooser === null || until === null || after.holder === holder) return null
  if (hasExpired) return { chooser, deadline: until }
  return place.out_of_service === 1 ? { chooser, deadline: null } : null
}
