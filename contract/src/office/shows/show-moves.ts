import * as z from 'zod/mini'
import { Id, Instant, NamedId, PathId } from '#src/calls/ids.ts'
import { AccessType } from '#src/seats/seats.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'
import { slotName } from './place-names.ts'
import { Channel } from './shows.ts'

/** Where a show moves to. What is left out stays. */
const MoveTarget = z.object({
  screenId: z.optional(Id),
  startTime: z.optional(Instant),
  /**
   * With another start: until when visitors can cancel for a full refund. Left out: until booking closes, or the show starts if booking would have closed
   * already.
   */
  refundUntil: z.optional(Instant),
})
export type MoveTarget = z.infer<typeof MoveTarget>

const ScreenTime = z.object({
  screen: NamedId,
  startTime: Instant,
})

/** A place of a booking, by label, and the place that it gets. `to` is null for a place that is refunded instead. */
const PlannedPlace = z.object({ from: z.string(), to: z.nullable(z.string()) })

export const PlannedBooking = z.object({
  _id: Id,
  reference: z.string(),
  channel: Channel,
  /** There is no other seat for some of the party: these seats are refunded in full. */
  losesSeats: z.boolean(),
  /** There is none for all of them: the booking is cancelled and refunded in full. */
  isCancelled: z.boolean(),
  /**
   * On another screen: whether the new seats are side by side. For seats out of service: whether people who sat side by side with one still do. True if only the
   * start changes, because the seats stay. False if the party loses seats.
   */
  isTogether: z.boolean(),
  /** A place for a wheelchair that the party had, and does not get again. */
  losesAccess: z.boolean(),
  /** Without an email, staff must tell the visitor. */
  hasEmail: z.boolean(),
  /** Rupees. */
  refund: z.int(),
  seats: z.array(PlannedPlace),
  slots: z.array(PlannedPlace),
})
export type PlannedBooking = z.infer<typeof PlannedBooking>

/** The places of a booking in a plan. A parking slot is named: a seat can have the same label. */
export const plannedPlaces = ({ seats, slots }: Pick<PlannedBooking, 'seats' | 'slots'>) => [
  ...seats,
  ...slots.map(({ from, to }) => ({ from: slotName(from), to: to && slotName(to) })),
]

export const ScreenSeat = z.object({
  _id: Id,
  seatNumber: z.string(),
  category: z.string(),
  accessible: z.optional(AccessType),
  /** In a drawn row: cells from the middle of the hall. */
  x: z.optional(z.number()),
})

export const MovePlan = z.object({
  from: ScreenTime,
  to: ScreenTime,
  /** A hash of what the plan does to bookings. The move is refused if the plan has another one by then. */
  planHash: z.string(),
  /** The show is on that screen at that time already: there is nothing to do. */
  isUnchanged: z.boolean(),
  counts: z.object({
    bookings: z.int(),
    people: z.int(),
    /** Without seats. */
    unseatedBookings: z.int(),
    unseatedPeople: z.int(),
    /** Parties with new seats that are not side by side. */
    splitBookings: z.int(),
    /** Rupees. */
    refund: z.int(),
    mails: z.int(),
    /** Places that visitors are choosing now: their holds end. */
    held: z.int(),
    /** House seats that are unblocked, because they are on another screen. */
    blocked: z.int(),
  }),
  /** Until when visitors can cancel for a full refund. Null if the start stays. */
  refundUntil: z.nullable(Instant),
  /** Those without seats first, then those that are split or lose an accessible place. */
  bookings: z.array(PlannedBooking),
  /** The seats of the new screen. */
  hall: z.array(ScreenSeat),
})
export type MovePlan = z.infer<typeof MovePlan>

/** What a move would do. Changes nothing. CLOSED if the show has started or the screen is in use then. */
export const planMove = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/plan-move',
  scopes: MANAGERS_ONLY,
  params: z.object({ showtimeId: PathId }),
  body: MoveTarget,
  response: MovePlan,
})

/**
 * Moves a show with its bookings: all or nothing. CLOSED if the plan has changed, or if parties have no seats and `refundUnseated` is not set. A move that
 * is done already is not done again.
 */
export const moveShow = officeEndpoint({
  method: 'POST',
  path: '/api/office/shows/:showtimeId/move',
  scopes: MANAGERS_ONLY,
  params: z.object({ showtimeId: PathId }),
  body: z.object({
    ...MoveTarget.shape,
    reason: Reason,
    planHash: z.string().check(z.maxLength(100)),
    /** Cancels and refunds the parties without seats. */
    refundUnseated: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    /** False: the show was there already. */
    isMoved: z.boolean(),
  }),
})
