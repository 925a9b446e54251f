import { MOVIE_NOT_FOUND } from '@marquee/contract/movies'
import { SHOWTIME_NOT_FOUND } from '@marquee/contract/showtimes'
import { ApiError } from '#lib/api.ts'

export const BAD_IDS = 'Invalid booking information. Please return to the homepage and try again.'
export const BAD_IDS_QUESTION =
  'There was a problem loading the booking information. Would you like to return to the homepage?'

const UNTOLD = 'An error occurred while fetching data.'

interface Failures {
  movie: Error | null
  showtime: Error | null
  /** The seats' or the parking slots'. */
  places: Error | null
}

/** The sentence for whatever kept the seat screen from loading (specification, section 8). */
export function loadProblem({ movie, showtime, places }: Failures): string | undefined {
  if (isMissing(movie)) return MOVIE_NOT_FOUND
  if (isMissing(showtime) || isMissing(places)) return SHOWTIME_NOT_FOUND
  const failure = movie ?? showtime ?? places
  if (!failure) return undefined
  return (failure instanceof ApiError ? failure.details.said : undefined) ?? UNTOLD
}

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404
