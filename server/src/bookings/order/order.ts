import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import type { Booking, BookingRequest } from '@marquee/contract/bookings/bookings'
import { VOUCHER_REFUSED, type VoucherPayment } from '@marquee/contract/bookings/voucher-code'
import type { CounterSale } from '@marquee/contract/office/sales'
import { normalizeVehicleNumber } from '@marquee/contract/parking-slots'
import { formatRupees } from '@marquee/contract/text/money'
import type { Config } from '#src/config/config.ts'
import type { BookedPlaceRow, BookingOrigin, BookingRow, VoucherRow } from '#src/database/schema.ts'
import {
  type AppError,
  invalid,
  keyReused,
  overLimit,
  placeNotFound,
  priceMismatch,
  unauthenticated,
} from '#src/errors.ts'
import type { PlacesRequest, RequestOrigin } from '#src/inventory/requests/requests.ts'
import { priceOf } from '#src/inventory/rules/places.ts'
import type { Requester } from '#src/inventory/rules/requester.ts'
import type { Place } from '#src/inventory/state.ts'
import type { UnprovenRecipient } from '#src/messages/mail/mail-limits.service.ts'
import type { BookingDetailsRow } from '../list/bookings.sql.ts'
import { bookingView } from '../list/bookings.view.ts'
import type { OrderRow } from './orders.sql.ts'
import { originOf, type StaffTerms } from './staff-terms.ts'

export interface BookingOrder
  extends Pick<RequestOrigin, 'address' | 'email' | 'isConfirmed'>,
    Pick<PlacesRequest, 'friend'> {
  /** Null for an order of staff. */
  userId: string | null
  holder: string
  request: Omit<BookingRequest, 'userId'>
  /** Idempotency key: repeated requests with it return one booking, even after a crash. */
  key?: string | undefined
  /** Undefined for an order of a visitor. */
  staff?: StaffTerms
}

/** An order of a signed-in visitor. */
export type VisitorOrder = BookingOrder & { userId: string; email: string }

const TOO_MANY_BOOKINGS =
  'You have made very many bookings today. Please try again tomorrow, or ask us at the box office.'

type PricedPlace = Place & { price: number }

export const placeIdsOf = ({ seatIds, parkingSlotIds }: BookingOrder['request']) => [
  ...seatIds,
  ...parkingSlotIds,
]

/** What is known of an order: its show, its places, its buyer, and the booking that its key already has. */
export interface OrderData extends OrderRow, OrderedShow {
  now: number
  /** The voucher of the order as it is now. Undefined without one, and for one that does not exist. */
  voucher: Pick<VoucherRow, 'id' | 'balance' | 'valid_until'> | undefined
  /** In the order of the seat map; the refusal if the show does not have all of them. */
  places: Place[] | AppError
}

type OrderedShow = Pick<
  BookingDetailsRow,
  | 'movie_id'
  | 'name'
  | 'genre'
  | 'duration'
  | 'image_url'
  | 'starts_at'
  | 'cutoff_minutes'
  | 'screen'
>

/** The rows of a booking before they are written, and the result of the order. */
export interface BookingDraft {
  row: BookingRow & BookingOrigin
  places: BookedPlaceRow[]
  /** `email` receives the mail about the booking. */
  result: { booking: Booking; email: string | null }
}

/** What a booking gets before it is decided: its id and reference, and the hash of the order. */
export interface BookingIdentity {
  bookingId: string
  reference: string
  requestHash: string
}

export interface OrderCommand extends BookingOrder, BookingIdentity {
  requester: Requester
  /** The email of the buyer, unless it is confirmed. */
  unproven: UnprovenRecipient | undefined
  /** The number of bookings a day is limited. */
  countsBookings: boolean
}

/**
 * Returns the draft of a booking, or the booking that the idempotency key of the order already has. Throws INVALID, NOT_FOUND, KEY_REUSED,
 * PRICE_MISMATCH, LIMIT above the bookings of a day, and UNAUTHENTICATED. `sell` finds the refusals that depend on the places.
 */
export function decideOrder(
  order: BookingOrder & BookingIdentity,
  data: OrderData,
  { timeZone, ...config }: Pick<Config, 'timeZone' | 'rateLimits' | 'limits'>,
): BookingDraft | { earlierBookingId: string } {
  const { request, staff } = order
  validateOrder(request)
  if (data.movie_id !== request.movieId) throw placeNotFound()
  if (data.existing_booking_id !== null) {
    if (data.request_hash !== order.requestHash) throw keyReused('booking')
    return { earlierBookingId: data.existing_booking_id }
  }
  if (config.rateLimits && data.recent_bookings >= config.limits.bookingsPerAccount)
    throw overLimit(TOO_MANY_BOOKINGS)
  // After the repeated orders: their show may be on another screen now.
  if (!Array.isArray(data.places)) throw data.places
  const places = data.places.map((place) => ({ ...place, price: priceOf(place) }))
  if (staff?.type !== 'houseSeats') assertPrice(request, places)
  const voucher = payWithVoucher({
    wanted: request.voucher,
    payment: staff?.type === 'sale' ? staff.payment : undefined,
    voucher: data.voucher,
    now: data.now,
    total: totalOf(places),
  })
  const email = confirmationEmail(order, data)
  return draftOf(
    order,
    { ...data, email, places, payment: { ...originOf(staff), ...voucher } },
    timeZone,
  )
}

interface PaidOrder {
  /** The voucher of the order, with what the buyer expects it to pay. */
  wanted: VoucherPayment | undefined
  /** How the counter takes the rest. Undefined for an order of a visitor. */
  payment: CounterSale['payment'] | undefined
  /** The voucher as it is now. Undefined for one that does not exist. */
  voucher: Pick<VoucherRow, 'id' | 'balance' | 'valid_until'> | undefined
  /** Epoch milliseconds. */
  now: number
  /** The price of the order in rupees. */
  total: number
}

/**
 * What the voucher of an order pays. Throws INVALID with one text for every voucher that cannot be used, and if the order expects it to pay
 * another amount.
 */
function payWithVoucher({
  wanted,
  payment,
  voucher,
  now,
  total,
}: PaidOrder): Partial<Pick<BookingOrigin, 'payment_method' | 'voucher_id' | 'voucher_amount'>> {
  if (!wanted) {
    if (payment === 'voucher') throw invalid(VOUCHER_REFUSED)
    return {}
  }
  if (payment === 'complimentary') throw invalid('Complimentary tickets need no voucher.')
  if (!voucher || voucher.balance <= 0 || now >= voucher.valid_until) throw invalid(VOUCHER_REFUSED)
  const amount = Math.min(voucher.balance, total)
  if (amount !== wanted.amount || (payment === 'voucher' && amount < total))
    throw invalid(`The voucher pays ${formatRupees(amount)}. Please check it and try again.`)
  return {
    voucher_id: voucher.id,
    voucher_amount: amount,
    ...(amount === total && { payment_method: 'voucher' as const }),
  }
}

/** Null for none. Throws UNAUTHENTICATED if the account of the visitor is deleted. */
function confirmationEmail({ staff }: BookingOrder, { email }: OrderData) {
  if (staff) return (staff.type === 'sale' && staff.email) || null
  if (email === null) throw unauthenticated(SESSION_ENDED)
  return email
}

function draftOf(
  order: BookingOrder & BookingIdentity,
  offer: Omit<OrderData, 'places'> & { places: PricedPlace[]; payment: BookingOrigin },
  timeZone: string,
): BookingDraft {
  const row = bookingRow(order, offer)
  const places = offer.places.map(({ id, price }) => ({
    booking_id: row.id,
    place_id: id,
    price,
    vehicle_number: vehicleFor(order.request, id),
  }))
  const views = offer.places.map((place, n) => ({ ...place, ...(places[n] as BookedPlaceRow) }))
  const booking = bookingView({ ...row, ...offer }, views, timeZone)
  return { row, places, result: { booking, email: offer.email } }
}

const bookingRow = (
  order: BookingOrder & BookingIdentity,
  { places, now, payment }: { places: PricedPlace[]; now: number; payment: BookingOrigin },
): BookingRow & BookingOrigin => ({
  id: order.bookingId,
  reference: order.reference,
  user_id: order.userId,
  showtime_id: order.request.showtimeId,
  phone: order.request.phone?.trim() ?? null,
  total_cost: totalOf(places),
  payment_status: order.staff?.type === 'houseSeats' ? 'Blocked' : 'Paid',
  created_at: now,
  idempotency_key: order.key ?? null,
  request_hash: order.requestHash,
  ...payment,
})

/** Throws INVALID for an order that contradicts itself. */
function validateOrder(request: BookingOrder['request']) {
  assertDistinct(placeIdsOf(request), 'order')
  const vehicles = (request.parkingSlots ?? []).map(({ slotId }) => slotId)
  if (!vehicles.every((slotId) => request.parkingSlotIds.includes(slotId))) {
    throw invalid('The order contains a vehicle number for a slot that is not in the order.')
  }
  if (new Set(vehicles).size < vehicles.length)
    throw invalid('Only one vehicle per slot is allowed.')
}

/** Rupees. */
const totalOf = (places: PricedPlace[]) => places.reduce((sum, { price }) => sum + price, 0)

function assertPrice({ totalCost }: BookingOrder['request'], places: PricedPlace[]) {
  const total = totalOf(places)
  if (totalCost === total) return
  throw priceMismatch(`The price is ${formatRupees(total)}`, total)
}

function vehicleFor({ parkingSlots = [] }: BookingOrder['request'], placeId: string) {
  const slot = parkingSlots.find(({ slotId }) => slotId === placeId)
  return slot ? normalizeVehicleNumber(slot.vehicleNumber) : null
}

/** Throws INVALID if an id is in the list twice. */
export function assertDistinct(placeIds: readonly string[], list: 'order' | 'request') {
  if (new Set(placeIds).size < placeIds.length) throw invalid(`The ${list} contains a place twice.`)
}
