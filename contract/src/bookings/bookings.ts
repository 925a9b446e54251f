import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { Proof } from '../calls/proof-of-work.ts'
import { SlotType } from '../parking.ts'
import { isVehicleNumber } from '../parking-slots.ts'
import { MAX_SEATS, MAX_SLOTS, TOO_MANY_SEATS, TOO_MANY_SLOTS } from '../seats/holds.ts'
import { cleanText } from '../text/clean-text.ts'
import { INVALID_PHONE, isPhone } from '../text/phone.ts'
import { NO_PHONE, NO_SEATS } from './checkout-form.ts'
import { VoucherPayment } from './voucher-code.ts'

const INVALID_VEHICLE = 'Please enter a valid vehicle number (e.g., TN01AB1234).'

export const SlotVehicle = z.object({
  slotId: Id,
  vehicleNumber: z.string(INVALID_VEHICLE).check(z.refine(isVehicleNumber, INVALID_VEHICLE)),
})

export const BookingRequest = z.object({
  movieId: Id,
  showtimeId: Id,
  userId: Id,
  seatIds: z
    .array(Id, NO_SEATS)
    .check(z.minLength(1, NO_SEATS), z.maxLength(MAX_SEATS, TOO_MANY_SEATS)),
  parkingSlotIds: z.array(Id).check(z.maxLength(MAX_SLOTS, TOO_MANY_SLOTS)),
  /** Rupees. The server computes the price and refuses another one. */
  totalCost: z.number(),
  phone: z.nullable(
    z
      .string(NO_PHONE)
      .check(z.overwrite(cleanText), z.minLength(1, NO_PHONE), z.refine(isPhone, INVALID_PHONE)),
  ),
  /** Vehicle numbers for the valet. Not in the specification, so optional. */
  parkingSlots: z.optional(z.array(SlotVehicle).check(z.maxLength(MAX_SLOTS, TOO_MANY_SLOTS))),
  /** Pays for the booking instead of the card, or for a part of it. Not in the specification, so optional. */
  voucher: z.optional(VoucherPayment),
  /** The solution of the challenge that a previous request was refused with. */
  proof: z.optional(Proof),
})
export type BookingRequest = z.infer<typeof BookingRequest>

export const Booking = z.object({
  _id: Id,
  movieId: z.object({
    _id: Id,
    name: z.string(),
    genre: z.string(),
    duration: z.int(),
    imageUrl: z.string(),
    /** The path or URL of the poster. */
    image: z.string(),
  }),
  showtimeId: z.object({
    _id: Id,
    date: z.string(),
    startTime: Instant,
    screen: z.string(),
    /** Minutes before the start at which booking ends. Absent: the default. */
    cutoffMinutes: z.optional(z.int().check(z.nonnegative())),
  }),
  seats: z.array(z.object({ _id: Id, seatNumber: z.string(), category: z.string() })),
  parkingSlots: z.array(
    z.object({
      _id: Id,
      slotNumber: z.string(),
      type: SlotType,
      vehicleNumber: z.nullable(z.string()),
    }),
  ),
  phone: z.nullable(z.string()),
  bookingReference: z.string(),
  totalCost: z.int(),
  /** Rupees that were given back. Absent: nothing. `totalCost` no longer contains them. */
  refunded: z.optional(z.int()),
  paymentStatus: z.string(),
  createdAt: Instant,
  /** The booking holds no place any more. `seats` and `parkingSlots` are those that it had. */
  cancelled: z.optional(z.literal(true)),
  /** The cinema has cancelled the booking: with its show, for this reason, or because there were no seats for it. */
  cancelledByCinema: z.optional(z.object({ reason: z.nullable(z.string()) })),
  /** The cinema has moved the show to another time since the booking is one of that show. Not for a cancelled booking. */
  moved: z.optional(
    z.object({
      /** Where and when the show was before. */
      startTime: Instant,
      screen: z.string(),
    }),
  ),
  /**
   * Until then a cancellation gives back the full price, whatever the refund policy says: the cinema has moved the show, or has taken seats of the booking
   * out of service without other ones. Not for a cancelled booking.
   */
  fullRefundUntil: z.optional(Instant),
  /** A cancellation gives back at most this share of the price, in percent: the booking was moved to this show when its old one gave back no more. */
  refundCap: z.optional(z.int()),
  /** The cinema has taken seats of the booking out of service without other ones, and has refunded them. Told with `fullRefundUntil`. */
  lostSeats: z.optional(z.literal(true)),
  /** The address that has refused a mail about the booking for good. Absent once a later mail has arrived. */
  refusedEmail: z.optional(z.string()),
})
export type Booking = z.infer<typeof Booking>

/** A booking that has no place left is cancelled: every sale has a seat. */
export const isCancelledBooking = (places: readonly unknown[]) => places.length === 0

const INVALID_KEY = 'Please send an idempotency key of 8 to 128 characters.'

export const IdempotencyHeaders = z.object({
  'idempotency-key': z.optional(
    z.string().check(z.minLength(8, INVALID_KEY), z.maxLength(128, INVALID_KEY)),
  ),
})

export const createBooking = endpoint({
  method: 'POST',
  path: '/api/bookings',
  headers: IdempotencyHeaders,
  body: BookingRequest,
  response: z.object({ success: z.literal(true), booking: Booking }),
})

/** A list has at most this many bookings. */
export const BOOKINGS_PER_PAGE = 100

/** The bookings that are not over first, then the others, each the newest first. */
export const listBookings = endpoint({
  method: 'GET',
  path: '/api/bookings/user/:userId',
  params: z.object({ userId: PathId }),
  /** `before`: the id of the last booking that the client has. */
  querystring: z.object({ before: z.optional(Id) }),
  response: z.array(Booking),
})
