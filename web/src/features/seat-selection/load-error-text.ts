import { MOVIE_NOT_FOUND } from '@marquee/contract/movies/movies'
import { SHOWTIME_NOT_FOUND } from '@marquee/contract/movies/showtimes'
import { ApiError } from '@marquee/ui-kit/lib/api.ts'

export const INVALID_IDS =
  'Invalid booking information. Please return to the homepage and try again.'
export const INVALID_IDS_QUESTION =
  'There was a problem loading the booking information. Would you like to return to the homepage?'

const DEFAULT_TEXT = 'An error occurred while fetching data.'

interface Errors {
  movie: Error | null
  showtime: Error | null
  /** The error of loading seats or slots. */
  places: Error | null
}

/** The message for a failed load of the seat screen (specification §8). Undefined if nothing failed. */
export function loadErrorText({ movie, showtime, places }: Errors): string | undefined {
  if (isNotFound(movie)) return MOVIE_NOT_FOUND
  if (isNotFound(showtime) || isNotFound(places)) return SHOWTIME_NOT_FOUND
  const error = movie ?? showtime ?? places
  if (!error) return undefined
  return (error instanceof ApiError ? error.details.serverMessage : undefined) ?? DEFAULT_TEXT
}

const isNotFound = (error: Error | null) => error instanceof ApiError && error.status === 404
