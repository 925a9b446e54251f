import type { PlaceRow } from '#src/database/schema.ts'
import { isForSale } from '#src/inventory/rules/places.ts'
import type { ShowDetails } from '#src/inventory/state.ts'
import type { BookedPlace, BookingToChange } from '../change/planners/booking-change.ts'
import {
  byUrgency,
  createReseating,
  partyOf,
  type Reseating,
  samePlace,
  seatViews,
} from '../change/planners/reseating.ts'
import { planSeating } from '../seating/seating-plan.ts'

/** Where and when a show is. */
export interface ScreenTime {
  /** The screen, whatever the version of its layout. */
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
}

/** A move of a show as it is planned: `moveView` shows it to staff. */
export interface PlannedMove {
  show: ShowDetails
  /** The name of the new screen. */
  screen: string
  /** The layout that the show has then. On the same screen it keeps its own. */
  layoutId: string
  from: ScreenTime
  to: ScreenTime
  /** The show is there already, and no booking changes. */
  isThere: boolean
  /** Until when visitors can cancel for a full refund. Null if the start stays. */
  refundUntil: number | null
  reseatings: readonly Reseating[]
  /** The places of the new screen that can be sold. */
  hall: readonly PlaceRow[]
  held: number
  houseSeats: number
}

interface BookingsToMove {
  from: ScreenTime
  to: ScreenTime
  bookings: readonly BookingToChange[]
  /** All places of both screens. */
  places: { from: readonly PlaceRow[]; to: readonly PlaceRow[] }
}

/**
 * Plans the places of the bookings of a show on its new screen or at its new start. Returns the bookings without seats first, then those that are split or lose a place for a
 * wheelchair. On the same screen all places stay. The price never rises; a cheaper seat is refunded by the difference, and a slot that is not there in full.
 */
export function planMovedShow({ from, to, bookings, places }: BookingsToMove): Reseating[] {
  const reseatings =
    from.screenId === to.screenId
      ? bookings.map((booking) => createReseating(booking, samePlace, true))
      : planOtherScreen(bookings, places)
  return reseatings.toSorted(byUrgency)
}

function planOtherScreen(
  bookings: readonly BookingToChange[],
  places: BookingsToMove['places'],
): Reseating[] {
  const { seated } = planSeating({
    parties: bookings.map(partyOf),
    from: seatViews(places.from),
    to: seatViews(places.to.filter(isForSale)),
    isFree: () => true,
  })
  const newPlaces = new Map(places.to.map((place) => [place.id, place]))
  const plans = new Map(seated.map((plan) => [plan.party.id, plan]))
  const takeSlot = createSlotChooser(places.to)
  return bookings.map((booking) => {
    const plan = plans.get(booking.id)
    const seatIds = new Map(plan?.seats.map((pair) => [pair.from._id, pair.to._id]))
    const findPlace = (place: BookedPlace) =>
      place.kind === 'seat'
        ? newPlaces.get(seatIds.get(place.place_id) ?? '')
        : plan && takeSlot(place)
    return createReseating(booking, findPlace, plan?.isTogether ?? false)
  })
}

/** Returns a function that takes a free slot for another one: with the same label if possible. Undefined if there is none left. */
function createSlotChooser(places: readonly PlaceRow[]) {
  const free = places.filter((place) => place.kind !== 'seat' && isForSale(place))
  return ({ kind, label }: BookedPlace) => {
    const suitable = free.filter((slot) => slot.kind === kind)
    const slot = suitable.find((one) => one.label === label) ?? suitable[0]
    if (slot) free.splice(free.indexOf(slot), 1)
    return slot
  }
}
