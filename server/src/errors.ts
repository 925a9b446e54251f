import type { ErrorAnswer, ErrorCode } from '@marquee/contract/errors'
import { MOVIE_NOT_FOUND } from '@marquee/contract/movies'
import { SHOWTIME_NOT_FOUND } from '@marquee/contract/showtimes'

type Details = Pick<ErrorAnswer, 'places' | 'totalCost' | 'bookingReference'>

/** A refusal somebody expected: its message is the sentence a person reads. Anything else thrown is a bug. */
export class AppError extends Error {
  readonly statusCode: number
  readonly code: ErrorCode
  readonly details: Details

  constructor(statusCode: number, code: ErrorCode, message: string, details: Details = {}) {
    super(message)
    this.statusCode = statusCode
    this.code = code
    this.details = details
  }
}

export const invalid = (message: string) => new AppError(400, 'INVALID', message)
export const unauthenticated = (message: string) => new AppError(401, 'UNAUTHENTICATED', message)
export const forbidden = (message = 'You may not do that.') =>
  new AppError(403, 'FORBIDDEN', message)
export const closed = (message: string) => new AppError(409, 'CLOSED', message)
export const overLimit = (message: string) => new AppError(409, 'LIMIT', message)
export const notOwner = (message: string) => new AppError(409, 'NOT_OWNER', message)

export const movieNotFound = () => new AppError(404, 'NOT_FOUND', MOVIE_NOT_FOUND)

export const showtimeNotFound = () => new AppError(404, 'NOT_FOUND', SHOWTIME_NOT_FOUND)

export const placeNotFound = () =>
  new AppError(404, 'NOT_FOUND', 'That place does not belong to this showtime.')

/** Names the places that somebody else holds or has bought. */
export function taken(places: { _id: string; label: string }[]) {
  const labels = places.map(({ label }) => label).join(', ')
  const verb = places.length === 1 ? 'has' : 'have'
  return new AppError(409, 'TAKEN', `${labels} ${verb} just been taken. Please choose again.`, {
    places,
  })
}
