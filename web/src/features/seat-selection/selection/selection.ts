import type { ParkingSlot } from '@marquee/contract/parking'
import { PROTECTED_TEXTS } from '@marquee/contract/seats/access-texts'
import { findNearestSeats } from '@marquee/contract/seats/nearest-seats'
import { sortBySeatNumber } from '@marquee/contract/seats/seat-rows'
import type { Seat } from '@marquee/contract/seats/seats'
import { type MapPlace, placeKey } from '#features/seat-selection/places/place-map.ts'

export type PlaceAction = 'hold' | 'release'

export interface SelectOptions {
  /** The visitor asks for accessible places. */
  isAccessible?: boolean
}

/** Requests without an acknowledgement yet, by the key of the place. */
export type PendingActions = ReadonlyMap<string, PlaceAction>

/** `friend`: chosen by a friend in a shared selection. `protected`: free, for visitors who look for accessible places. */
export type Appearance = 'available' | 'selected' | 'friend' | 'held' | 'sold' | 'protected'

/** The status from the server. A pending request already shows its expected result. */
export function getAppearance(
  place: MapPlace,
  pending: PendingActions,
  { isAccessible = false }: SelectOptions = {},
): Appearance {
  if (place.status === 'SOLD') return 'sold'
  // Asked several times for each seat at every push: a key is a new string.
  const action = pending.size > 0 ? pending.get(placeKey(place)) : undefined
  // The push that a place is held may arrive before the acknowledgement that it is held by this visitor.
  if (action === 'hold') return 'selected'
  if (place.heldByMe) return action === 'release' ? 'available' : 'selected'
  if (place.friend) return action === 'release' ? 'available' : 'friend'
  if (place.protected) return isAccessible ? 'available' : 'protected'
  return place.status === 'HELD' ? 'held' : 'available'
}

/** The state of a place in words: `Maya's seat`. */
export function stateText(appearance: Appearance, { friend, accessible }: MapPlace, kind = 'seat') {
  if (appearance === 'friend') return `${friend}'s ${kind}`
  return appearance === 'protected' ? PROTECTED_TEXTS[accessible ?? 'wheelchair'] : appearance
}

/** A closed showtime still accepts releases, but no holds. */
export const isSelectable = (appearance: Appearance, canHold: boolean) =>
  appearance === 'selected' || (appearance === 'available' && canHold)

/** The request for a click on a place. Undefined if another visitor has the place, or if a request is pending. */
export function getAction(
  place: MapPlace,
  pending: PendingActions,
  { isAccessible = false }: SelectOptions = {},
): PlaceAction | undefined {
  if (pending.has(placeKey(place))) return undefined
  if (place.heldByMe || place.releasable) return 'release'
  return place.status === 'AVAILABLE' || (isAccessible && place.protected) ? 'hold' : undefined
}

export const selectedPlaces = <P extends MapPlace>(places: readonly P[], pending: PendingActions) =>
  placesThatAre('selected', places, pending)

/** The places that friends have chosen in a shared selection. */
export const friendsPlaces = <P extends MapPlace>(places: readonly P[], pending: PendingActions) =>
  placesThatAre('friend', places, pending)

const placesThatAre = <P extends MapPlace>(
  appearance: Appearance,
  places: readonly P[],
  pending: PendingActions,
) => places.filter((place) => getAppearance(place, pending) === appearance)

interface Places {
  seats: readonly Seat[]
  slots: readonly ParkingSlot[]
}

/** Lost places that are not selected again, and how to get them or equal ones back. */
export interface LostSelection {
  seats: Seat[]
  slots: ParkingSlot[]
  /** The lost places that are no longer free. */
  gone: (Seat | ParkingSlot)[]
  /** To take: the lost places that are free, and the nearest equal seats for those that are not. */
  offer: { seats: Seat[]; slots: ParkingSlot[] }
}

/** Undefined if all lost places are selected again. */
export function findLostSelection(
  lostKeys: ReadonlySet<string>,
  places: Places,
  pending: PendingActions,
): LostSelection | undefined {
  const isLost = (place: MapPlace) =>
    lostKeys.has(placeKey(place)) && getAppearance(place, pending) !== 'selected'
  const isFree = (place: MapPlace) =>
    getAppearance(place, pending, { isAccessible: lostKeys.has(placeKey(place)) }) === 'available'
  const seats = places.seats.filter(isLost)
  const slots = places.slots.filter(isLost)
  if (seats.length + slots.length === 0) return

  const goneSeats = seats.filter((seat) => !isFree(seat))
  const others = places.seats.filter((seat) => !seats.includes(seat) && isFree(seat))
  return {
    seats,
    slots,
    gone: [...goneSeats, ...slots.filter((slot) => !isFree(slot))],
    offer: {
      seats: sortBySeatNumber(
        [...seats.filter(isFree), ...findNearestSeats(goneSeats, others)],
        ({ seatNumber }) => seatNumber,
      ),
      slots: slots.filter(isFree),
    },
  }
}

/** The latest `holdUntil` of the selection in epoch milliseconds. Undefined if nothing is selected. */
export function getHoldUntilMs(selected: readonly MapPlace[]) {
  const deadlines = selected.flatMap(({ holdUntil }) => (holdUntil ? [Date.parse(holdUntil)] : []))
  return deadlines.length > 0 ? Math.max(...deadlines) : undefined
}
