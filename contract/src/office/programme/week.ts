import * as z from 'zod/mini'
import { Day, Id, Instant } from '#src/calls/ids.ts'
import { MANAGERS_ONLY } from '../managers-only.ts'
import { officeEndpoint } from '../office-endpoint.ts'
import { TimeOfDay } from './changes.ts'
import { MovieState } from './movies.ts'
import { ClosedDays } from './opening-times.ts'

/** Days that one request may ask for. */
const MAX_DAYS = 42
const INVALID_DAYS = `Please ask for 1 to ${MAX_DAYS} days.`

/** A show in the grid of the programme. Cancelled shows are not in it. */
export const GridShow = z.object({
  _id: Id,
  movieId: Id,
  screenId: Id,
  startTime: Instant,
  /** Without the time for cleaning. */
  endTime: Instant,
  cutoffMinutes: z.int(),
  /** Seats. */
  sold: z.int(),
  held: z.int(),
  capacity: z.int(),
  /** The time of day of the daily showtime that has added it. Null: a single show. */
  dailyAt: z.nullable(TimeOfDay),
})
export type GridShow = z.infer<typeof GridShow>

export const DailyRule = z.object({
  screenId: Id,
  at: TimeOfDay,
  movieId: Id,
  cutoffMinutes: z.int(),
  /** Days without it, today and later. */
  except: z.array(z.string()),
})
export type DailyRule = z.infer<typeof DailyRule>

/** The programme of some days of the calendar, in the cinema's time zone. Managers only. */
export const getProgramme = officeEndpoint({
  method: 'GET',
  path: '/api/office/programme',
  scopes: MANAGERS_ONLY,
  querystring: z.object({
    /** Today if it is left out. */
    from: z.optional(Day),
    days: z._default(
      z.coerce
        .number<number | string>(INVALID_DAYS)
        .check(z.int(INVALID_DAYS), z.minimum(1, INVALID_DAYS), z.maximum(MAX_DAYS, INVALID_DAYS)),
      7,
    ),
  }),
  response: z.object({
    from: z.string(),
    days: z.int(),
    /** Grows with each change of the programme. */
    version: z.int(),
    /** Whether the programme belongs to the office: the setting CATALOGUE is then refused. */
    isOwnedByOffice: z.boolean(),
    /** By name. Only those that are in use. */
    screens: z.array(
      z.object({
        _id: Id,
        name: z.string(),
        cleaningMinutes: z.int(),
        /** Null: it is in use on all days. */
        closed: z.nullable(ClosedDays),
      }),
    ),
    /** In the order of the listing. `duration`: minutes. */
    movies: z.array(z.object({ _id: Id, name: z.string(), duration: z.int(), state: MovieState })),
    /** By start. */
    shows: z.array(GridShow),
    dailyRules: z.array(DailyRule),
  }),
})
