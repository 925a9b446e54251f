import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { MAX_SLOTS, TOO_MANY_SLOTS } from '../seats/holds.ts'
import { Booking, IdempotencyHeaders, SlotVehicle } from './bookings.ts'

/** The ids of places in a query, separated by commas. */
const IdList = z.pipe(
  z.string().check(z.maxLength(2000)),
  z.transform((text) => text.split(',').filter((id) => id !== '')),
)
const PlaceIds = z.array(Id).check(z.maxLength(40))

const ofBooking = { params: z.object({ reference: PathId }) }

/** A booking with its ledger, oldest first. */
export const ChangedBooking = z.object({
  ...Booking.shape,
  payments: z.array(
    z.object({ amount: z.int(), kind: z.enum(['payment', 'refund']), at: Instant }),
  ),
})
export type ChangedBooking = z.infer<typeof ChangedBooking>

const PreviewQuery = z.object({
  /** The places to give back. */
  seatIds: z.optional(IdList),
  slotIds: z.optional(IdList),
  /** Other seats, and their showtime: left out, the one that is booked. */
  showtimeId: z.optional(Id),
  take: z.optional(IdList),
  /** More parking slots. */
  addSlots: z.optional(IdList),
})
export type PreviewQuery = z.infer<typeof PreviewQuery>

/** What a change would cost. Without new seats or slots it is a cancellation, and without any place that of the whole booking. INVALID for several changes. */
export const previewChanges = endpoint({
  method: 'GET',
  path: '/api/bookings/:reference/changes',
  ...ofBooking,
  querystring: PreviewQuery,
  response: z.object({
    /** Rupees that are given back. */
    refund: z.int(),
    /** Rupees of the price that are not given back. */
    fee: z.int(),
    /** What is to be paid; negative if money is given back. */
    difference: z.int(),
    /** Until when these terms apply. */
    deadline: Instant,
  }),
})

const changeResponse = z.object({ success: z.literal(true), booking: ChangedBooking })

/** Cancels places, or the whole booking if none are named. A refund that is not the one of the preview is refused with PRICE_MISMATCH. */
export const cancelBooking = endpoint({
  method: 'POST',
  path: '/api/bookings/:reference/cancel',
  ...ofBooking,
  headers: IdempotencyHeaders,
  body: z.object({
    seatIds: z.optional(PlaceIds),
    slotIds: z.optional(PlaceIds),
    /** Rupees. */
    refund: z.int(),
  }),
  response: changeResponse,
})

/** Takes other seats at the showtime, or at another one of the movie, as many as are given back. Moving to another showtime gives up the parking. */
export const changeSeats = endpoint({
  method: 'POST',
  path: '/api/bookings/:reference/change-seats',
  ...ofBooking,
  headers: IdempotencyHeaders,
  body: z.object({
    showtimeId: Id,
    giveBack: PlaceIds,
    take: PlaceIds,
    /** Rupees to pay; negative if money is given back. */
    difference: z.int(),
  }),
  response: changeResponse,
})

export const changeParking = endpoint({
  method: 'POST',
  path: '/api/bookings/:reference/parking',
  ...ofBooking,
  headers: IdempotencyHeaders,
  body: z.object({
    add: z.array(SlotVehicle).check(z.maxLength(MAX_SLOTS, TOO_MANY_SLOTS)),
    drop: PlaceIds,
    difference: z.int(),
  }),
  response: changeResponse,
})

/** Until the vehicle arrives, or the show ends. */
export const changeVehicle = endpoint({
  method: 'POST',
  path: '/api/bookings/:reference/vehicle',
  ...ofBooking,
  headers: IdempotencyHeaders,
  body: SlotVehicle,
  response: changeResponse,
})
