import * as z from 'zod/mini'
import { Id, Instant } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { Reason } from '../reason.ts'
import { ProgrammeChanges } from './changes.ts'

/** The text of a catalogue file may be this long, in bytes of the request. */
export const MAX_CATALOGUE_BYTES = 8 * 1024 * 1024

const PlannedShow = z.object({ movie: z.string(), screen: z.string(), startTime: Instant })
export type PlannedShow = z.infer<typeof PlannedShow>

/** A booking of a show that is moved or cancelled, or that stays. */
const BookingOfShow = z.object({
  reference: z.string(),
  places: z.array(z.string()),
  /** Rupees that the change gives back. Of a show that stays: what cancelling it would give back. */
  refund: z.int(),
  hasEmail: z.boolean(),
})

/** A show that is removed. With sold or held places it is cancelled, and its bookings are refunded. */
const PlannedRemoval = z.object({
  ...PlannedShow.shape,
  isCancelled: z.boolean(),
  bookings: z.array(BookingOfShow),
})

/** A show that gets another screen or start. */
const PlannedShowMove = z.object({
  ...PlannedShow.shape,
  from: z.object({ screen: z.string(), startTime: Instant }),
  bookings: z.array(BookingOfShow),
  /** Parties without seats on the new screen. Applying the plan needs `refundUnseated`: they are cancelled and refunded. */
  unseatedBookings: z.int(),
})

/** Something that cannot be done as planned. Null: it is not about one show. */
const ProgrammeConflict = z.object({
  movie: z.nullable(z.string()),
  screen: z.nullable(z.string()),
  startTime: z.nullable(Instant),
  /** What it is, and what to do instead. */
  message: z.string(),
  /** The bookings of a show that stays. */
  bookings: z.array(BookingOfShow),
})

/** What a change of the programme would do. */
export const ProgrammePlan = z.object({
  adds: z.array(PlannedShow),
  moves: z.array(PlannedShowMove),
  removes: z.array(PlannedRemoval),
  /** All that changes, one line each: movies, screens, places, daily showtimes and shows. */
  changes: z.array(z.string()),
  /** What may be a mistake: in a file, and daily showtimes that single ones take the place of. */
  warnings: z.array(z.string()),
  /** A plan with conflicts is not applied. */
  conflicts: z.array(ProgrammeConflict),
  /** Applying the plan needs a reason, which visitors read: shows with bookings are moved or cancelled. */
  needsReason: z.boolean(),
  /** What moving and cancelling the shows means, and what cancelling the shows that stay would mean. */
  consequences: z.object({
    bookings: z.int(),
    people: z.int(),
    /** Rupees. */
    refunds: z.int(),
    mails: z.int(),
    references: z.array(z.string()),
  }),
})
export type ProgrammePlan = z.infer<typeof ProgrammePlan>

const ONE_OF_TWO = 'Please send either changes or a catalogue file.'

/**
 * Says what changes would do, or what a catalogue file would. Changes nothing, and keeps the plan for a day. Refuses a file with problems (INVALID), and names
 * all of them. A change that cannot be made is a conflict.
 */
export const planProgramme = officeEndpoint({
  method: 'POST',
  path: '/api/office/programme/plan',
  scopes: MANAGERS_ONLY,
  body: z
    .object({
      changes: z.optional(ProgrammeChanges),
      /** The text of a catalogue file. */
      catalogue: z.optional(z.string()),
    })
    .check(
      z.refine(({ changes, catalogue }) => (changes === undefined) !== (catalogue === undefined), {
        error: ONE_OF_TWO,
      }),
    ),
  response: z.object({ planId: Id, ...ProgrammePlan.shape }),
})

/**
 * Applies a plan as a whole. Refuses one with conflicts, or without the reason that it needs (422), and one that was made before the last change of the programme
 * (409). The bookings of cancelled shows are refunded afterwards, also if the server ends meanwhile.
 */
export const applyProgramme = officeEndpoint({
  method: 'POST',
  path: '/api/office/programme/apply',
  scopes: MANAGERS_ONLY,
  body: z.object({
    planId: Id,
    reason: z.optional(Reason),
    /** Cancels and refunds parties without seats on a new screen. */
    refundUnseated: z.optional(z.boolean()),
  }),
  /** `isApplied`: false if the plan was applied already, for example because an earlier answer was lost. */
  response: z.object({ success: z.literal(true), isApplied: z.boolean() }),
})

/** Returns a catalogue file that gives an empty cinema the same programme. */
export const exportProgramme = officeEndpoint({
  method: 'GET',
  path: '/api/office/programme/export',
  scopes: MANAGERS_ONLY,
  response: z.looseObject({ screens: z.array(z.unknown()), movies: z.array(z.unknown()) }),
})
