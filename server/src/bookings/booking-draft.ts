import type { Booking } from '@marquee/contract/bookings'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { BookedPlaceRow, BookingRow } from '../database/schema.ts'
import { AppError, placeNotFound, unauthenticated } from '../errors.ts'
import { explainLimit } from '../inventory/refusals.ts'
import type { OfferedPlace, OrderContext } from './bookings.sql.ts'
import { bookingView } from './bookings.view.ts'
import {
  assertPrice,
  type BookingOrder,
  fingerprint,
  type PricedPlace,
  pricedPlaces,
  totalOf,
  validateOrder,
  vehicleFor,
} from './order.ts'
import { newReference } from './reference.ts'

/** What the database knows about an order: movie, showtime, buyer, the booking its key has made, and the places it asks for. */
export type Offer = OrderContext & { places: OfferedPlace[] }

/** The rows of a booking that is about to be written, and what its buyer reads. */
export interface Draft {
  row: BookingRow
  places: BookedPlaceRow[]
  answer: { booking: Booking; email: string }
}

/** Decides an order: a draft, or the booking that its idempotency key has made before. Throws what `book` throws, except CLOSED and TAKEN. */
export function decideOrder(
  order: BookingOrder,
  offer: Offer | undefined,
  timeZone: string,
): Draft | { earlierBookingId: string } {
  const { request } = order
  validateOrder(request)
  if (!offer) throw placeNotFound()
  const places = pricedPlaces(request, offer.places)
  if (offer.made_id !== null) {
    assertSameOrder(order, offer)
    return { earlierBookingId: offer.made_id }
  }
  assertPrice(request, places)
  if (offer.email === null) throw unauthenticated(SESSION_ENDED)
  const overLimit = explainLimit(places)
  if (overLimit) throw overLimit
  return draftOf(order, { ...offer, email: offer.email, places }, timeZone)
}

/** An idempotency key stands for the order it first came with. */
function assertSameOrder({ request }: BookingOrder, { request_hash }: Offer) {
  if (request_hash === fingerprint(request)) return
  throw new AppError(422, 'KEY_REUSED', 'This key has already been used for another booking.')
}

function draftOf(
  order: BookingOrder,
  offer: Omit<Offer, 'email' | 'places'> & { email: string; places: PricedPlace[] },
  timeZone: string,
): Draft {
  const row = bookingRow(order, offer)
  const places = offer.places.map(({ place_id, price }) => ({
    ...{ booking_id: row.id, place_id, price },
    vehicle_number: vehicleFor(order.request, place_id),
  }))
  const views = offer.places.map((place, n) => ({ ...place, ...(places[n] as BookedPlaceRow) }))
  const booking = bookingView({ ...row, ...offer }, views, timeZone)
  return { row, places, answer: { booking, email: offer.email } }
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
  request_hash: fingerprint(request),
})
