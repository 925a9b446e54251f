import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Id, Instant, PathId } from '../calls/ids.ts'
import { SHOWTIME_ROUTE } from './showtimes-route.ts'

export const Showtime = z.object({
  _id: Id,
  movieId: Id,
  screen: z.string(),
  startTime: Instant,
  /** The day in the cinema's time zone: `2026-12-01`. */
  date: z.string(),
  cutoffMinutes: z.optional(z.int().check(z.nonnegative())),
  seatsTotal: z.int(),
  /** Seats that are neither sold nor held. */
  seatsLeft: z.int(),
  /** The cinema has cancelled the show. Lists of showtimes leave it out. */
  cancelled: z.optional(z.object({ reason: z.string() })),
  /** The showtime has a waiting room. Lists of showtimes do not say so. */
  isQueued: z.optional(z.literal(true)),
})
export type Showtime = z.infer<typeof Showtime>

export const getShowtime = endpoint({
  ...SHOWTIME_ROUTE,
  params: z.object({ showtimeId: PathId }),
  response: Showtime,
})
