import * as z from 'zod/mini'
import { IdempotencyHeaders } from '../bookings/bookings.ts'
import { Id, PathId } from '../calls/ids.ts'
import { StaffBooking } from './bookings.ts'
import { officeEndpoint } from './office-endpoint.ts'
import { Reason } from './reason.ts'

/** `policy`: what the visitor would get back now. `full`: the whole price. */
export const RefundKind = z.enum(['policy', 'full'])
export type RefundKind = z.infer<typeof RefundKind>

const ofBooking = { params: z.object({ reference: PathId }) }
const PlaceIds = z.array(Id).check(z.maxLength(500))

const PlacesToCancel = z.object({
  seatIds: z.optional(PlaceIds),
  slotIds: z.optional(PlaceIds),
  terms: RefundKind,
})
export type PlacesToCancel = z.infer<typeof PlacesToCancel>

/**
 * What cancelling places of a booking would give back, or the whole booking if none are named. Changes nothing. A POST, because a sale of the counter has more
 * places than a URL can name.
 */
export const previewBookingCancellation = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/preview-cancellation',
  scopes: ['counter'],
  ...ofBooking,
  body: PlacesToCancel,
  response: z.object({
    /** Rupees. */
    refund: z.int(),
    /** Rupees of the price that are not given back. */
    fee: z.int(),
  }),
})

/**
 * Cancels places of a booking, or the whole booking if none are named, also after the start and after an admission. A refund that is not the one of the preview is
 * refused with PRICE_MISMATCH. A repeated idempotency key changes nothing more.
 */
export const cancelStaffBooking = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/cancel',
  scopes: ['counter'],
  ...ofBooking,
  headers: IdempotencyHeaders,
  body: z.object({
    ...PlacesToCancel.shape,
    /** Rupees. */
    refund: z.int(),
    reason: Reason,
  }),
  response: z.object({ success: z.literal(true), booking: StaffBooking }),
})

const SeatsToExchange = z.object({
  /** The show of the new seats: the one of the booking, or another one of the movie. */
  showtimeId: Id,
  giveBack: PlaceIds,
  take: PlaceIds,
})

/** What other seats would cost, by the rules of a visitor. Changes nothing. */
export const previewSeatExchange = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/preview-exchange',
  scopes: ['counter'],
  ...ofBooking,
  body: SeatsToExchange,
  response: z.object({
    /** Rupees to pay. Negative: to give back. */
    difference: z.int(),
    /** Rupees. */
    refund: z.int(),
    /** Rupees of the price that are not given back. */
    fee: z.int(),
  }),
})

/**
 * Exchanges seats of a booking for as many others, or all seats for those of another show of the movie, by the rules of a visitor. A difference that is not the one of
 * the preview is refused with PRICE_MISMATCH. A repeated idempotency key changes nothing more.
 */
export const exchangeSeats = officeEndpoint({
  method: 'POST',
  path: '/api/office/bookings/:reference/exchange',
  scopes: ['counter'],
  ...ofBooking,
  headers: IdempotencyHeaders,
  body: z.object({
    ...SeatsToExchange.shape,
    /** Rupees. */
    difference: z.int(),
    /** How the buyer pays the difference. */
    payment: z.enum(['cash', 'card']),
    reason: Reason,
  }),
  response: z.object({ success: z.literal(true), booking: StaffBooking }),
})
