import { createHash } from 'node:crypto'
import { type Party, planSeating } from '@marquee/contract/choosing/seating-plan'
import { seatPrice } from '@marquee/contract/seats'
import type { BookedPlaceRow, PlaceRow } from '../database/schema.ts'
import type { PlaceToMove } from './show-moves.sql.ts'

export interface PositionOfShow {
  screenId: string
  /** Epoch milliseconds. */
  startsAt: number
}

/** An old place of a booking, and what becomes of it. */
export interface MovedPlace {
  from: PlaceToMove
  /** Null: the place is refunded. */
  to: BookedPlaceRow | null
  /** The label of the new place. */
  label: string | null
  /** Whether the booking loses a place for a wheelchair. */
  losesAccess: boolean
  /** Rupees. */
  refund: number
}

export interface BookingMove {
  booking: Pick<
    PlaceToMove,
    | 'booking_id'
    | 'reference'
    | 'channel'
    | 'payment_kind'
    | 'user_id'
    | 'email'
    | 'full_refund_until'
  >
  isSeated: boolean
  isTogether: boolean
  seats: MovedPlace[]
  slots: MovedPlace[]
  /** Rupees, for the ledger. */
  refund: number
}

/** Rupees that the buyer gets: nothing was paid for complimentary tickets, which the ledger has at their full price. */
export const moneyBackOf = ({ booking, refund }: BookingMove) =>
  booking.payment_kind === 'complimentary' ? 0 : refund

interface MoveInput {
  from: PositionOfShow
  to: PositionOfShow
  booked: readonly PlaceToMove[]
  /** All places of both screens. */
  places: { from: readonly PlaceRow[]; to: readonly PlaceRow[] }
}

/**
 * Plans the places of the bookings of a show at its new position: those without seats first, then those that are split or lose an accessible place.
 * On the same screen all places stay. The price never rises; a cheaper seat is refunded by the difference, and a slot that is not there in full.
 */
export function planBookings({ from, to, booked, places }: MoveInput): BookingMove[] {
  const byBooking = [...Map.groupBy(booked, ({ booking_id }) => booking_id).values()]
  const moves =
    from.screenId === to.screenId
      ? byBooking.map((own) => createMove(own, (place) => place, true))
      : planOtherScreen(byBooking, places)
  return moves.toSorted((a, b) => urgencyOf(b) - urgencyOf(a))
}

/** Bookings without seats come first, then those that are split or lose an accessible place. */
export const urgencyOf = ({ isSeated, isTogether, seats }: BookingMove) => {
  if (!isSeated) return 2
  return Number(!isTogether || seats.some(({ losesAccess }) => losesAccess))
}

function planOtherScreen(
  byBooking: readonly PlaceToMove[][],
  places: MoveInput['places'],
): BookingMove[] {
  const { seated } = planSeating({
    parties: byBooking.map(partyOf),
    from: seatsOf(places.from),
    to: seatsOf(places.to.filter(isForSale)),
    isFree: () => true,
  })
  const newPlaces = new Map(places.to.map((place) => [place.id, place]))
  const plans = new Map(seated.map((plan) => [plan.party.id, plan]))
  const takeSlot = createSlotChooser(places.to)
  return byBooking.map((own) => {
    const plan = plans.get(own[0]?.booking_id ?? '')
    const seatIds = new Map(plan?.seats.map((pair) => [pair.from._id, pair.to._id]))
    const findPlace = (place: PlaceToMove) =>
      place.kind === 'seat'
        ? newPlaces.get(seatIds.get(place.place_id) ?? '')
        : plan && takeSlot(place)
    return createMove(own, findPlace, plan?.isTogether ?? false)
  })
}

/** The seats of a booking. */
export const partyOf = (own: readonly PlaceToMove[]): Party => ({
  id: own[0]?.booking_id ?? '',
  seats: own.flatMap((place) =>
    place.kind === 'seat'
      ? { ...seatOf({ ...place, id: place.place_id }), price: place.price }
      : [],
  ),
})

interface LabelledSeat {
  id: string
  label: string
  category: string | null
  access: PlaceRow['access']
}

const seatOf = ({ id, label, category, access }: LabelledSeat) => ({
  ...{ _id: id, seatNumber: label, category: category ?? '' },
  ...(access !== null && { accessible: access }),
})

/** The place can be sold. */
export const isForSale = ({ retired, out_of_service }: PlaceRow) =>
  retired === 0 && out_of_service === 0

export const seatsOf = (places: readonly PlaceRow[]) =>
  places.flatMap((place) => (place.kind === 'seat' ? seatOf(place) : []))

/** Returns a function that takes a free slot for another one: with the same label if possible. Undefined if there is none left. */
function createSlotChooser(places: readonly PlaceRow[]) {
  const free = places.filter((place) => place.kind !== 'seat' && isForSale(place))
  return ({ kind, label }: PlaceToMove) => {
    const suitable = free.filter((slot) => slot.kind === kind)
    const slot = suitable.find((one) => one.label === label) ?? suitable[0]
    if (slot) free.splice(free.indexOf(slot), 1)
    return slot
  }
}

type PlaceOfScreen = Pick<PlaceToMove, 'kind' | 'label' | 'category' | 'access'> &
  ({ id: string } | { place_id: string })

export function createMove(
  own: readonly PlaceToMove[],
  findPlace: (place: PlaceToMove) => PlaceOfScreen | undefined,
  isTogether: boolean,
): BookingMove {
  const moved = own.map((place) => movePlace(place, findPlace(place)))
  const booking = own[0] as PlaceToMove
  const seats = moved.filter(({ from }) => from.kind === 'seat')
  return {
    booking,
    ...{ isSeated: seats.every(({ to }) => to !== null), isTogether, seats },
    slots: moved.filter(({ from }) => from.kind !== 'seat'),
    refund: moved.reduce((sum, { refund }) => sum + refund, 0),
  }
}

function movePlace(from: PlaceToMove, place: PlaceOfScreen | undefined): MovedPlace {
  if (!place) return { from, to: null, label: null, losesAccess: false, refund: from.price }
  const id = 'id' in place ? place.id : place.place_id
  const offered = place.kind === 'seat' ? seatPrice(place.category ?? '') : from.price
  // On the same screen the price stays, whatever the seat costs now.
  const price = id === from.place_id ? from.price : Math.min(from.price, offered)
  return {
    from,
    to: {
      ...{ booking_id: from.booking_id, place_id: id, price },
      vehicle_number: from.vehicle_number,
    },
    label: place.label,
    losesAccess: from.access === 'wheelchair' && place.access !== 'wheelchair',
    refund: from.price - price,
  }
}

/**
 * Names a plan: two plans with the same id do the same to every booking that gets other places or money. A booking that keeps its places is left out, so
 * that visitors who buy or change seats while staff decide do not make every plan out of date.
 */
export function planIdOf(
  to: PositionOfShow,
  moves: readonly BookingMove[],
  refundUntil: number | null,
) {
  const bookings = moves
    .filter((move) => !keepsPlaces(move))
    .map(({ booking, seats, slots }) => [
      booking.booking_id,
      [...seats, ...slots].map(({ from, to: next, refund }) => [
        ...[from.place_id, from.price],
        ...[next?.place_id, next?.price, refund],
      ]),
    ])
  const text = JSON.stringify([to.screenId, to.startsAt, refundUntil, bookings])
  return createHash('sha256').update(text).digest('base64url')
}

/** On another screen, the places with the same labels. */
const keepsPlaces = ({ seats, slots, isTogether }: BookingMove) =>
  isTogether &&
  [...seats, ...slots].every(
    ({ from, label, refund, losesAccess }) => label === from.label && refund === 0 && !losesAccess,
  )
