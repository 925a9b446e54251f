import { findNearestSeats } from '@marquee/contract/nearest-seats'
import type { Seat } from '@marquee/contract/seats'
import type { Place } from '#features/seat-selection/places/place-map.ts'

export type PlaceAction = 'hold' | 'release'

export interface SelectOptions {
  /** The visitor asks for accessible places. */
  isAccessible?: boolean
}

/** Requests without an acknowledgement yet, by place id. */
export type PendingActions = ReadonlyMap<string, PlaceAction>

/** `friend`: chosen by a friend in a shared selection. */
export type Appearance = 'available' | 'selected' | 'friend' | 'held' | 'sold'

/** The status from the server. A pending request already shows its expected result. */
export function getAppearance(
  place: Place,
  pending: PendingActions,
  { isAccessible = false }: SelectOptions = {},
): Appearance {
  if (place.status === 'SOLD') return 'sold'
  const action = pending.get(place._id)
  // The push that a place is held may arrive before the acknowledgement that it is held by this visitor.
  if (action === 'hold') return 'selected'
  if (place.heldByMe) return action === 'release' ? 'available' : 'selected'
  if (place.friend) return action === 'release' ? 'available' : 'friend'
  const isHeld = place.protected ? !isAccessible : place.status === 'HELD'
  return isHeld ? 'held' : 'available'
}

/** The state of a place in words: `Maya's seat`. */
export const stateText = (appearance: Appearance, { friend }: Place, kind = 'seat') =>
  appearance === 'friend' ? `${friend}'s ${kind}` : appearance

/** A closed showtime still accepts releases, but no holds. */
export const isSelectable = (appearance: Appearance, closed: boolean) =>
  appearance === 'selected' || (appearance === 'available' && !closed)

/** The request for a click on a place. Undefined if another visitor has the place, or if a request is pending. */
export function getAction(
  place: Place,
  pending: PendingActions,
  { isAccessible = false }: SelectOptions = {},
): PlaceAction | undefined {
  if (pending.has(place._id)) return undefined
  if (place.heldByMe || place.releasable) return 'release'
  return place.status === 'AVAILABLE' || (isAccessible && place.protected) ? 'hold' : undefined
}

export const selectedPlaces = <P extends Place>(places: readonly P[], pending: PendingActions) =>
  placesThatAre('selected', places, pending)

/** The places that friends have chosen in a shared selection. */
export const friendsPlaces = <P extends Place>(places: readonly P[], pending: PendingActions) =>
  placesThatAre('friend', places, pending)

const placesThatAre = <P extends Place>(
  appearance: Appearance,
  places: readonly P[],
  pending: PendingActions,
) => places.filter((place) => getAppearance(place, pending) === appearance)

/** The nearest free seats of the same categories as the lost ones. */
export function findReplacements(
  losses: readonly { placeId: string }[],
  seats: readonly Seat[],
  pending: PendingActions,
) {
  const lostIds = new Set(losses.map(({ placeId }) => placeId))
  if (lostIds.size === 0) return []
  const lost = seats.filter(({ _id }) => lostIds.has(_id))
  const free = seats.filter(
    (seat) => !lostIds.has(seat._id) && getAppearance(seat, pending) === 'available',
  )
  return findNearestSeats(lost, free)
}

/** The latest `holdUntil` of the selection in epoch milliseconds. Undefined if nothing is selected. */
export function getHoldUntilMs(selected: readonly Place[]) {
  const deadlines = selected.flatMap(({ holdUntil }) => (holdUntil ? [Date.parse(holdUntil)] : []))
  return deadlines.length > 0 ? Math.max(...deadlines) : undefined
}
