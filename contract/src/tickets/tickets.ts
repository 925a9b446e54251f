import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { CinemaDetails } from '../cinema/cinema-details.ts'

/** The number of the pass that admits the whole party. The passes of single seats follow. */
export const BOOKING_PASS = 0

const PassKey = z.object({
  keyId: z.string().check(z.regex(/^[0-9a-f]{8}$/, 'must be eight hexadecimal digits')),
  publicKey: z.string().check(z.regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')),
})

/** The public keys that passes are verified with. The first one signs. */
export const PassKeys = z.object({ keys: z.array(PassKey).check(z.minLength(1)) })

export const listPassKeys = endpoint({
  method: 'GET',
  path: '/api/tickets/keys',
  response: PassKeys,
})

const PassList = z.object({
  reference: z.string(),
  issue: z.int(),
  /** How many people of the party have been admitted, and when the last of them. */
  admitted: z.int(),
  admittedAt: z.nullable(Instant),
  passes: z.array(
    z.object({
      number: z.int(),
      /** `Admit 3` for the whole party, else the seat: `A12`. */
      label: z.string(),
      token: z.string(),
    }),
  ),
})

/** The passes of a booking for its owner: the one of the whole party first, then one per seat. */
export const listPasses = endpoint({
  method: 'GET',
  path: '/api/bookings/:reference/passes',
  params: z.object({ reference: PathId }),
  response: PassList,
})

/** Makes the passes with an issue number void, and returns the valid ones. Changes nothing if they have been replaced already. */
export const replacePasses = endpoint({
  method: 'POST',
  path: '/api/bookings/:reference/replace-passes',
  params: z.object({ reference: PathId }),
  body: z.object({ issue: z.int() }),
  response: PassList,
})

/** What anyone with the link of a pass sees: nothing about the buyer. */
export const SharedPass = z.object({
  number: z.int(),
  label: z.string(),
  seats: z.array(z.object({ seatNumber: z.string(), category: z.string() })),
  movie: z.object({
    _id: Id,
    name: z.string(),
    genre: z.string(),
    /** Minutes. */
    duration: z.int(),
    rating: z.string(),
    imageUrl: z.string(),
    poster: z.optional(z.string()),
    image: z.optional(z.string()),
  }),
  showtime: z.object({ _id: Id, date: z.string(), startTime: Instant, screen: z.string() }),
  cinema: CinemaDetails,
})
export type SharedPass = z.infer<typeof SharedPass>

export const getSharedPass = endpoint({
  method: 'GET',
  path: '/api/passes/:token',
  params: z.object({ token: PathId }),
  response: SharedPass,
})

/** The passes of seats of shows to come that others have paid for this visitor: chosen in this browser, or with the account. */
export const listFriendPasses = endpoint({
  method: 'GET',
  path: '/api/friend-passes',
  response: z.array(
    z.object({
      token: z.string(),
      seatNumber: z.string(),
      movie: z.string(),
      showtime: z.object({ _id: Id, startTime: Instant, screen: z.string() }),
    }),
  ),
})

export const PASS_NOT_FOUND = 'This ticket is not valid.'

/** Files, not JSON: the calendar entry and the PDF of a booking for its owner, and the calendar entry of a pass. */
export const TICKET_FILES = {
  bookingCalendar: '/api/bookings/:reference/ticket.ics',
  bookingPdf: '/api/bookings/:reference/ticket.pdf',
  passCalendar: '/api/passes/:token/ticket.ics',
} as const
