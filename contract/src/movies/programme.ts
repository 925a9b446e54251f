import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Day, Instant, PathId } from '../calls/ids.ts'
import { LIST_PROGRAMME_ROUTE } from './programme-route.ts'
import { Showtime } from './showtimes.ts'

/** A showtime as a day's programme shows it. */
export const ProgrammeShowtime = z.extend(Showtime, {
  endTime: Instant,
  language: z.string(),
  /** The seats by category, in the order of the screen. */
  categories: z.array(z.object({ category: z.string(), seatsLeft: z.int() })),
})
export type ProgrammeShowtime = z.infer<typeof ProgrammeShowtime>

const querystring = z.object({ date: Day })
const response = z.array(ProgrammeShowtime)

/** All showtimes of a day, earliest first. */
export const listProgramme = endpoint({ ...LIST_PROGRAMME_ROUTE, querystring, response })

/** The showtimes of one movie on a day, earliest first. */
export const listMovieShowtimes = endpoint({
  method: 'GET',
  path: '/api/movies/:movieId/showtimes',
  params: z.object({ movieId: PathId }),
  querystring,
  response,
})
