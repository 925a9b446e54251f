import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'
import { Day, Id, Instant, PathId } from '../calls/ids.ts'
import { LIST_PROGRAMME_ROUTE, PROPOSE_PAIRS_ROUTE } from './programme-route.ts'
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

/** The best two seats side by side at a show. They are free, and the proposal does not hold them. */
export const PairProposal = z.object({
  showtime: ProgrammeShowtime,
  seatIds: z.array(Id),
  /** `F6–F7` */
  seats: z.string(),
  /** Rupees for both. */
  price: z.int(),
  /** The view of the screen, in one sentence. */
  view: z.string(),
})
export type PairProposal = z.infer<typeof PairProposal>

/** Proposes two seats at the next evening shows of a day, at most three, each of another movie. */
export const proposePairs = endpoint({
  ...PROPOSE_PAIRS_ROUTE,
  querystring,
  response: z.array(PairProposal),
})
