import { ApiError } from '#lib/api.ts'

export const BAD_IDS = 'Invalid booking information. Please return to the homepage and try again.'
export const BAD_IDS_QUESTION =
  'There was a problem loading the booking information. Would you like to return to the homepage?'

const NO_MOVIE = 'The selected movie could not be found. It may have been removed from our system.'
const NO_SHOWTIME = 'The selected showtime is no longer available. Please choose another showtime.'
const UNTOLD = 'An error occurred while fetching data.'

interface Failures {
  movie: Error | null
  showtime: Error | null
  /** The seats' or the parking slots'. */
  places: Error | null
}

/** The sentence for whatever kept the seat screen from loading (specification, section 8). */
export function loadProblem({ movie, showtime, places }: Failures): string | undefined {
  if (isMissing(movie)) return NO_MOVIE
  if (isMissing(showtime) || isMissing(places)) return NO_SHOWTIME
  const failure = movie ?? showtime ?? places
  if (!failure) return undefined
  return (failure instanceof ApiError ? failure.details.said : undefined) ?? UNTOLD
}

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404
