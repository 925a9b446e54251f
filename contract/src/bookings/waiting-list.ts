import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SuccessResponse } from '../calls/success-response.ts'
import { MAX_SEATS } from '../seats/holds.ts'
import { SeatCategory } from '../seats/seats.ts'

const MAX_CATEGORIES = 10

export const SEATS_NOT_HELD = 'The seats are no longer held for you.'
export const OFFER_ENDED = `This offer has ended. ${SEATS_NOT_HELD}`

export const WaitingEntry = z.object({
  _id: Id,
  showtimeId: Id,
  movieId: Id,
  movie: z.string(),
  screen: z.string(),
  startTime: Instant,
  /** The size of the party. */
  seats: z.int(),
  /** Only seats side by side. */
  together: z.boolean(),
  /** Empty for all categories. */
  categories: z.array(z.string()),
  /** The party waits until then. */
  until: Instant,
  /** Seats that are held for the party until `until`. */
  offer: z.optional(z.object({ seats: z.array(z.string()), until: Instant })),
})
export type WaitingEntry = z.infer<typeof WaitingEntry>

const EntryResponse = z.object({ success: z.literal(true), entry: WaitingEntry })

/** Waits for seats of a show. */
export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/api/waiting-list',
  body: z.object({
    showtimeId: Id,
    seats: z.int().check(z.minimum(1), z.maximum(MAX_SEATS)),
    together: z.boolean(),
    /** Only seats of the tiers of these categories. */
    categories: z.optional(
      z.array(SeatCategory.check(z.minLength(1))).check(z.maxLength(MAX_CATEGORIES)),
    ),
    /** Default: until booking closes. */
    until: z.optional(Instant),
  }),
  response: EntryResponse,
})
export type WaitingRequest = z.infer<typeof joinWaitingList.body>

/** The signed-in user's own entries: those who wait, and those with an offer. */
export const listWaitingEntries = endpoint({
  method: 'GET',
  path: '/api/waiting-list',
  response: z.object({ entries: z.array(WaitingEntry) }),
})

/** Stops waiting. The seats of an offer are free again. */
export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/api/waiting-list/:entryId',
  params: z.object({ entryId: PathId }),
  response: SuccessResponse,
})

/** Makes the seats of an offer the selection of this browser. Calling it again in another browser moves them there. */
export const openOffer = endpoint({
  method: 'POST',
  path: '/api/waiting-list/:entryId/open',
  params: z.object({ entryId: PathId }),
  response: z.object({
    success: z.literal(true),
    showtimeId: Id,
    seatIds: z.array(Id),
    holdUntil: Instant,
  }),
})
