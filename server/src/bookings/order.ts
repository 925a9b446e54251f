import { createHash, randomInt } from 'node:crypto'
import {
  REFERENCE_ALPHABET,
  REFERENCE_LENGTH,
  REFERENCE_PREFIX,
} from '@marquee/contract/booking-reference'
import type { Booking, BookingRequest } from '@marquee/contract/bookings'
import { formatRupees } from '@marquee/contract/money'
import { normalizeVehicleNumber, slotPrice } from '@marquee/contract/parking'
import { seatPrice } from '@marquee/contract/seats'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { BookedPlaceRow, BookingRow } from '../database/schema.ts'
import { AppError, invalid, placeNotFound, unauthenticated } from '../errors.ts'
import type { Visitor } from '../inventory/claim-requests.ts'
import type { OfferedPlace, OrderRow } from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'

export interface BookingOrder extends Pick<Visitor, 'address' | 'isConfirmed'> {
  userId: string
  holder: string
  request: BookingRequest
  /** Idempotency key: repeated requests with it return one booking, even after a crash. */
  key?: string | undefined
}

type PricedPlace = OfferedPlace & { price: number }

export const placeIdsOf = ({ seatIds, parkingSlotIds }: BookingRequest) => [
  ...seatIds,
  ...parkingSlotIds,
]

/** What the database has about an order: movie, showtime, buyer, the booking that its key already has, and the requested places. */
export type OrderData = OrderRow & { places: OfferedPlace[] }

/** The rows of a booking before they are written, and the result of the order. */
export interface BookingDraft {
  row: BookingRow
  places: BookedPlaceRow[]
  result: { booking: Booking; email: string }
}

/**
 * Returns the draft of a booking, or the booking that the idempotency key of the order already has. Throws INVALID, NOT_FOUND, KEY_REUSED,
 * PRICE_MISMATCH, UNAUTHENTICATED. The other refusals of `book` depend on claims: `findRefusal` and `loadAllowances` find them.
 */
export function decideOrder(
  order: BookingOrder,
  data: OrderData | undefined,
  timeZone: string,
): BookingDraft | { earlierBookingId: string } {
  const { request } = order
  validateOrder(request)
  if (!data) throw placeNotFound()
  const places = pricedPlaces(request, data.places)
  if (data.existing_booking_id !== null) {
    assertSameOrder(order, data)
    return { earlierBookingId: data.existing_booking_id }
  }
  assertPrice(request, places)
  if (data.email === null) throw unauthenticated(SESSION_ENDED)
  return draftOf(order, { ...data, email: data.email, places }, timeZone)
}

/** Throws KEY_REUSED if the key has been used for another order. */
function assertSameOrder({ request }: BookingOrder, { request_hash }: OrderData) {
  if (request_hash === hashRequest(request)) return
  throw new AppError(422, 'KEY_REUSED', 'This key has already been used for another booking.')
}

function draftOf(
  order: BookingOrder,
  offer: Omit<OrderData, 'email' | 'places'> & { email: string; places: PricedPlace[] },
  timeZone: string,
): BookingDraft {
  const row = bookingRow(order, offer)
  const places = offer.places.map(({ place_id, price }) => ({
    ...{ booking_id: row.id, place_id, price },
    vehicle_number: vehicleFor(order.request, place_id),
  }))
  const views = offer.places.map((place, n) => ({ ...place, ...(places[n] as BookedPlaceRow) }))
  const booking = bookingView({ ...row, ...offer }, views, timeZone)
  return { row, places, result: { booking, email: offer.email } }
}

const bookingRow = (
  { userId, request, key }: BookingOrder,
  { places, now }: { places: PricedPlace[]; now: number },
): BookingRow => ({
  id: crypto.randomUUID(),
  reference: newReference(),
  user_id: userId,
  showtime_id: request.showtimeId,
  phone: request.phone?.trim() ?? null,
  total_cost: totalOf(places),
  payment_status: 'Paid',
  created_at: now,
  idempotency_key: key ?? null,
  request_hash: hashRequest(request),
})

/** Throws INVALID for an order that contradicts itself. */
function validateOrder(request: BookingRequest) {
  const ids = placeIdsOf(request)
  if (new Set(ids).size < ids.length) throw invalid('The order contains a place twice.')
  const vehicles = (request.parkingSlots ?? []).map(({ slotId }) => slotId)
  if (!vehicles.every((slotId) => request.parkingSlotIds.includes(slotId))) {
    throw invalid('The order contains a vehicle number for a slot that is not in the order.')
  }
  if (new Set(vehicles).size < vehicles.length)
    throw invalid('Only one vehicle per slot is allowed.')
}

/** The places of the order with their prices. Throws NOT_FOUND unless all of them belong to the showtime. */
function pricedPlaces(request: BookingRequest, offered: OfferedPlace[]): PricedPlace[] {
  const hasRequestedKind = ({ place_id, kind }: OfferedPlace) =>
    request.seatIds.includes(place_id) === (kind === 'seat')
  const isComplete = offered.length === placeIdsOf(request).length
  if (!isComplete || !offered.every(hasRequestedKind)) throw placeNotFound()
  return offered.map((place) => ({ ...place, price: priceOf(place) }))
}

const priceOf = ({ kind, category }: OfferedPlace) =>
  kind === 'seat' ? seatPrice(category ?? '') : slotPrice(kind)

/** Rupees. */
const totalOf = (places: PricedPlace[]) => places.reduce((sum, { price }) => sum + price, 0)

function assertPrice({ totalCost }: BookingRequest, places: PricedPlace[]) {
  const total = totalOf(places)
  if (totalCost === total) return
  throw new AppError(
    409,
    'PRICE_MISMATCH',
    `The price is ${formatRupees(total)}. Please check it and try again.`,
    { totalCost: total },
  )
}

function vehicleFor({ parkingSlots = [] }: BookingRequest, placeId: string) {
  const slot = parkingSlots.find(({ slotId }) => slotId === placeId)
  return slot ? normalizeVehicleNumber(slot.vehicleNumber) : null
}

/** Hashes the content of a request. The sequence of ids does not matter. */
function hashRequest(request: BookingRequest) {
  const { movieId, showtimeId, seatIds, parkingSlotIds, totalCost, phone } = request
  const vehicles = (request.parkingSlots ?? []).map(({ slotId, vehicleNumber }) => [
    slotId,
    normalizeVehicleNumber(vehicleNumber),
  ])
  const order = [movieId, showtimeId, seatIds.toSorted(), parkingSlotIds.toSorted()]
  const text = JSON.stringify([...order, vehicles.toSorted(), totalCost, phone])
  return createHash('sha256').update(text).digest('base64url')
}

/** A unique index refuses a duplicate. */
const newReference = () =>
  REFERENCE_PREFIX +
  Array.from(
    { length: REFERENCE_LENGTH },
    () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)],
  ).join('')
