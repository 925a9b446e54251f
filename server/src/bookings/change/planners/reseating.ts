import type { Party } from '#src/bookings/seating/seating-plan.ts'
import type { PlaceRow } from '#src/database/schema.ts'
import { isSeat, priceOf } from '#src/inventory/rules/places.ts'
import {
  type BookedPlace,
  type BookingChange,
  type BookingToChange,
  sumOf,
} from './booking-change.ts'

/** A place of a booking, and the one that the cinema gives instead. */
export interface Replacement {
  from: BookedPlace
  /** Null: the place is refunded. */
  to: BookingChange['taken'][number] | null
  /** The label of the new place. */
  label: string | null
  /** Whether the booking loses a place for a wheelchair. */
  losesAccess: boolean
  /** Rupees. */
  refund: number
}

/** What becomes of the places of a booking when the cinema moves its show or takes seats out of service. */
export interface Reseating {
  booking: BookingToChange
  isSeated: boolean
  isTogether: boolean
  seats: readonly Replacement[]
  slots: readonly Replacement[]
  /** Rupees, for the ledger. */
  refund: number
}

type PlaceOfScreen = Pick<PlaceRow, 'id' | 'kind' | 'label' | 'category' | 'access'>

export function createReseating(
  booking: BookingToChange,
  findPlace: (place: BookedPlace) => PlaceOfScreen | undefined,
  isTogether: boolean,
): Reseating {
  const replaced = booking.places.map((place) => replace(place, findPlace(place)))
  const seats = replaced.filter(({ from }) => from.kind === 'seat')
  return {
    booking,
    isSeated: seats.every(({ to }) => to !== null),
    isTogether,
    seats,
    slots: replaced.filter(({ from }) => from.kind !== 'seat'),
    refund: sumOf(replaced.map(({ refund }) => refund)),
  }
}

/** The same place, on the same screen. */
export const samePlace = ({ place_id, ...place }: BookedPlace): PlaceOfScreen => ({
  ...place,
  id: place_id,
})

/** The price never rises. */
function replace(from: BookedPlace, place: PlaceOfScreen | undefined): Replacement {
  if (!place) return { from, to: null, label: null, losesAccess: false, refund: from.price }
  const listPrice = isSeat(place) ? priceOf(place) : from.price
  // A place that stays keeps its price, whatever the seat costs now.
  const price = place.id === from.place_id ? from.price : Math.min(from.price, listPrice)
  return {
    from,
    to: {
      place_id: place.id,
      category: place.category,
      price,
      vehicle_number: from.vehicle_number,
      insteadOf: from.place_id,
    },
    label: place.label,
    losesAccess: from.access === 'wheelchair' && place.access !== 'wheelchair',
    refund: from.price - price,
  }
}

/** Rupees that the buyer gets: nothing was paid for complimentary tickets, which the ledger has at their full price. */
export const moneyBackOf = ({ booking, refund }: Reseating) =>
  booking.payment_method === 'complimentary' ? 0 : refund

/** Bookings without seats come first, then those that are split or lose a place for a wheelchair. */
export const byUrgency = (one: Reseating, other: Reseating) => urgencyOf(other) - urgencyOf(one)

function urgencyOf({ isSeated, isTogether, seats }: Reseating) {
  if (!isSeated) return 2
  return Number(!isTogether || seats.some(({ losesAccess }) => losesAccess))
}

export const isLost = ({ to }: Replacement) => to === null

/** The booking loses all of its seats. */
export const losesAllSeats = ({ seats }: Reseating) => seats.every(isLost)

export const allOf = ({ seats, slots }: Reseating) => [...seats, ...slots]

/** The places that a booking loses or exchanges. */
export const replacedPlaces = (reseating: Reseating) =>
  allOf(reseating).filter(({ from, to }) => to?.place_id !== from.place_id)

interface SeatOfScreen {
  id: string
  label: string
  category: string | null
  access: PlaceRow['access']
  /** Of a place of a screen. */
  x?: PlaceRow['x']
}

const seatOf = ({ id, label, category, access, x }: SeatOfScreen) => ({
  _id: id,
  seatNumber: label,
  category: category ?? '',
  ...(access !== null && { accessible: access }),
  ...(x != null && { x }),
})

/** The seats of a booking, for the planners of seats. */
export const partyOf = ({ id, places }: BookingToChange): Party => ({
  id,
  seats: places.flatMap((place) =>
    place.kind === 'seat' ? { ...seatOf(samePlace(place)), price: place.price } : [],
  ),
})

export const seatViews = (places: readonly PlaceRow[]) =>
  places.flatMap((place) => (place.kind === 'seat' ? seatOf(place) : []))

/**
 * What two plans that do the same to the bookings have in common. A booking that keeps its places is left out, so that visitors who buy or change
 * seats while staff decide do not make every plan out of date.
 */
export const signatureOf = (reseatings: readonly Reseating[]) =>
  reseatings
    .filter((reseating) => !keepsPlaces(reseating))
    .map((reseating) => [
      reseating.booking.id,
      allOf(reseating).map(({ from, to, refund }) => [
        ...[from.place_id, from.price],
        ...[to?.place_id, to?.price, refund],
      ]),
    ])

/** On another screen, the places with the same labels. */
const keepsPlaces = (reseating: Reseating) =>
  reseating.isTogether &&
  allOf(reseating).every(
    ({ from, label, refund, losesAccess }) => label === from.label && refund === 0 && !losesAccess,
  )
