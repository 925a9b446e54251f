import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'
import { PlannedBooking, ScreenSeat } from './show-moves.ts'

/** Seats that one request may take out of service. */
const MAX_SEATS_PER_REQUEST = 100

const SeatIds = z
  .array(Id)
  .check(
    z.minLength(1, 'Please choose at least one seat.'),
    z.maxLength(MAX_SEATS_PER_REQUEST, `Please choose up to ${MAX_SEATS_PER_REQUEST} seats.`),
  )

/** A seat that is out of service. */
export const SeatOutage = z.object({
  _id: Id,
  seatId: Id,
  seatNumber: z.string(),
  reason: z.string(),
  since: Instant,
  /** Who took it out of service. */
  device: NamedId,
})
export type SeatOutage = z.infer<typeof SeatOutage>

/**
 * All screens, by name, with their seats that are out of service, in the order of the seat map. Earlier layouts that shows to come have are listed as screens too,
 * without outages: a seat is out of service in all layouts of its screen. Managers only.
 */
export const listSeatOutages = officeEndpoint({
  method: 'GET',
  path: '/api/office/seat-outages',
  scopes: MANAGERS_ONLY,
  response: z.object({
    screens: z.array(z.object({ ...NamedId.shape, outages: z.array(SeatOutage) })),
  }),
})

const ofScreen = { params: z.object({ screenId: PathId }) }

/**
 * The seats of a screen, or of an earlier layout, in the order of the seat map, also those out of service. `outages`: all of the screen, also of seats that only
 * another layout has. Managers only.
 */
export const getScreenSeats = officeEndpoint({
  method: 'GET',
  path: '/api/office/screens/:screenId/seats',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  response: z.object({
    screen: NamedId,
    seats: z.array(ScreenSeat),
    outages: z.array(SeatOutage),
  }),
})

/** What an outage does to one show. */
export const ShowOutage = z.object({
  _id: Id,
  movie: z.string(),
  startTime: Instant,
  /** Until when parties that lose a seat can cancel for a full refund. Null: booking has closed. */
  refundUntil: z.nullable(Instant),
  /**
   * The bookings with such a seat. Those that lose one are first, then those that are split or lose an accessible place. Seats that a booking keeps have the same
   * label twice. A booking that loses all seats is cancelled.
   */
  bookings: z.array(PlannedBooking),
  /** All seats of the layout of the show, if it is another one than that of the plan. */
  hall: z.optional(z.array(ScreenSeat)),
})
export type ShowOutage = z.infer<typeof ShowOutage>

export const OutagePlan = z.object({
  screen: NamedId,
  /** The seats that are not out of service yet, one for each label. */
  seats: z.array(ScreenSeat),
  /** A hash of what the plan does to bookings. Taking the seats out of service is refused if the plan has another one by then. */
  planHash: z.string(),
  /** All of the seats are out of service already: there is nothing to do. */
  isUnchanged: z.boolean(),
  counts: z.object({
    /** Shows of the screen that have not started and are not cancelled. */
    shows: z.int(),
    /** Bookings that get other seats or lose some. */
    bookings: z.int(),
    /** People who get another seat or none. */
    people: z.int(),
    /** Those who get none. Their seats are refunded in full. */
    lostPeople: z.int(),
    lostBookings: z.int(),
    /** Parties that sat side by side, and do so no longer. */
    splitBookings: z.int(),
    /** Rupees. */
    refund: z.int(),
    mails: z.int(),
    /** Places that visitors are choosing now: their holds end. */
    held: z.int(),
    /** House seats: the house keeps them. */
    blocked: z.int(),
  }),
  /** The shows with bookings that change: those where people lose seats first, then by start. */
  shows: z.array(ShowOutage),
  /** All seats of the layout in which the seats were chosen. */
  hall: z.array(ScreenSeat),
})
export type OutagePlan = z.infer<typeof OutagePlan>

/** What taking seats out of service would do, in all layouts of the screen. Changes nothing. Managers only. NOT_FOUND if the screen has no such seat, CLOSED if a party loses all seats and its vehicle is here. */
export const planOutage = officeEndpoint({
  method: 'POST',
  path: '/api/office/screens/:screenId/plan-outage',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  body: z.object({ seatIds: SeatIds }),
  response: OutagePlan,
})

/**
 * Takes seats out of service for all shows that have not started: all or nothing. CLOSED if the plan has changed, or if people lose seats and
 * `refundLost` is not set. Seats that are out of service already stay so. Managers only.
 */
export const takeOutOfService = officeEndpoint({
  method: 'POST',
  path: '/api/office/screens/:screenId/take-out-of-service',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  body: z.object({
    seatIds: SeatIds,
    /** Visitors whose seats change read it in their mails. */
    reason: Reason,
    planHash: z.string().check(z.maxLength(100)),
    /** Refunds the seats that cannot be replaced. */
    refundLost: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    /** Seats that are out of service since this request. */
    taken: z.int(),
  }),
})

/** Puts seats back in service: they can be sold again at all shows that have not ended. Managers only. */
export const putBackInService = officeEndpoint({
  method: 'POST',
  path: '/api/office/screens/:screenId/put-back-in-service',
  scopes: MANAGERS_ONLY,
  ...ofScreen,
  body: z.object({ seatIds: SeatIds, reason: Reason }),
  response: z.object({
    success: z.literal(true),
    /** Seats that were out of service. */
    returned: z.int(),
  }),
})
