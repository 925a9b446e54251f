import * as z from 'zod/mini'
import { Id, Instant } from '../calls/ids.ts'
import { officeEndpoint } from './office-endpoint.ts'
import { Reason } from './reason.ts'

/** The text of a catalogue file may be this long, in bytes of the request. */
export const MAX_CATALOGUE_BYTES = 8 * 1024 * 1024

const PlannedShow = z.object({ movie: z.string(), screen: z.string(), startTime: Instant })
export type PlannedShow = z.infer<typeof PlannedShow>

/** Something that cannot be done as planned. Null: it is not about one show. */
const ProgrammeConflict = z.object({
  movie: z.nullable(z.string()),
  screen: z.nullable(z.string()),
  startTime: z.nullable(Instant),
  /** What it is, and what to do instead. */
  message: z.string(),
  /** The bookings of a show that stays. `refund`: rupees that cancelling the show would give back. */
  bookings: z.array(
    z.object({
      reference: z.string(),
      places: z.array(z.string()),
      refund: z.int(),
      hasEmail: z.boolean(),
    }),
  ),
})

/** What a change of the programme would do. */
export const ProgrammePlan = z.object({
  adds: z.array(PlannedShow),
  removes: z.array(PlannedShow),
  /** All that changes, one line each: movies, screens, places, daily showtimes and shows. */
  changes: z.array(z.string()),
  /** What may be a mistake in the file. */
  warnings: z.array(z.string()),
  /** A plan with conflicts is not applied. */
  conflicts: z.array(ProgrammeConflict),
  /** What cancelling the shows that stay would mean. */
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

/** Says what a catalogue file would change. Refuses a file with problems, and names all of them. */
export const planProgramme = officeEndpoint({
  method: 'POST',
  path: '/api/office/programme/plan',
  scopes: [],
  /** The text of the file. */
  body: z.object({ catalogue: z.string() }),
  response: z.object({ planId: Id, ...ProgrammePlan.shape }),
})

/** Refuses a plan with conflicts (422), and one that was made before the last change of the programme (409). */
export const applyProgramme = officeEndpoint({
  method: 'POST',
  path: '/api/office/programme/apply',
  scopes: [],
  body: z.object({ planId: Id, reason: z.optional(Reason) }),
  /** `isApplied`: false if the plan was applied already, for example because an earlier answer was lost. */
  response: z.object({ success: z.literal(true), isApplied: z.boolean() }),
})

/** Returns a catalogue file that gives an empty cinema the same programme. */
export const exportProgramme = officeEndpoint({
  method: 'GET',
  path: '/api/office/programme/export',
  scopes: [],
  response: z.looseObject({ screens: z.array(z.unknown()), movies: z.array(z.unknown()) }),
})
