import * as z from 'zod/mini'
import { Day, Id, Instant } from '#src/calls/ids.ts'

/** Booking ends so many minutes before the start. */
export const CutoffMinutes = z.int().check(z.minimum(0), z.maximum(365 * 1440))

/** A local time of the cinema. */
export const TimeOfDay = z
  .string()
  .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 21:30'))

/** A daily showtime has no id: a screen has one at most at a time of day. */
const ofDaily = { type: z.literal('daily'), screenId: Id, at: TimeOfDay }

/** Changes of one daily showtime. */
const DailyChange = z.discriminatedUnion('action', [
  /** Adds it, or changes its movie and cutoff. `from`: the daily showtime that it replaces, if screen or time change. */
  z.object({
    ...ofDaily,
    action: z.literal('set'),
    movieId: Id,
    cutoffMinutes: z.optional(CutoffMinutes),
    from: z.optional(z.object({ screenId: Id, at: TimeOfDay })),
  }),
  /** Removes it with its shows to come. */
  z.object({ ...ofDaily, action: z.literal('remove') }),
  /** Leaves it out on a day of the calendar, in the cinema's time zone. */
  z.object({ ...ofDaily, action: z.literal('pause'), date: Day }),
  /** Shows it again on a day on which it was left out. */
  z.object({ ...ofDaily, action: z.literal('resume'), date: Day }),
  /** Ends it, and keeps its shows to come as single shows. */
  z.object({ ...ofDaily, action: z.literal('split') }),
])

/** One change of the programme. Changes are made in their order, all of them or none. */
export const ProgrammeChange = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('add'),
    movieId: Id,
    screenId: Id,
    startTime: Instant,
    /** 30 if it is left out. */
    cutoffMinutes: z.optional(CutoffMinutes),
  }),
  /** What is left out stays. A show with sold or held places keeps its id, and its bookings move with it. */
  z.object({
    type: z.literal('move'),
    showtimeId: Id,
    screenId: z.optional(Id),
    startTime: z.optional(Instant),
    cutoffMinutes: z.optional(CutoffMinutes),
  }),
  /** A show with sold or held places is cancelled, and its bookings are refunded in full. */
  z.object({ type: z.literal('remove'), showtimeId: Id }),
  DailyChange,
])
export type ProgrammeChange = z.infer<typeof ProgrammeChange>

/** One draft or plan has at most so many changes. */
const MAX_CHANGES = 2000

export const ProgrammeChanges = z
  .array(ProgrammeChange)
  .check(z.maxLength(MAX_CHANGES, `Please make at most ${MAX_CHANGES} changes at once.`))
