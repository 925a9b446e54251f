import { BOOKING_NOT_FOUND } from '@marquee/contract/bookings/booking-reference'
import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { ErrorCode, ErrorResponse } from '@marquee/contract/calls/errors'
import type { Challenge } from '@marquee/contract/calls/proof-of-work'
import { MOVIE_NOT_FOUND } from '@marquee/contract/movies/movies-route'
import { SHOWTIME_NOT_FOUND } from '@marquee/contract/movies/showtimes-route'

type Details = Pick<
  ErrorResponse,
  'fields' | 'places' | 'totalCost' | 'bookingReference' | 'challenge' | 'position'
>

/** An expected refusal. Its message is shown to the user. Anything else thrown is a bug. */
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

/** For errors that are not a refusal. The log has the cause. */
export const UNEXPECTED_ERROR = 'Something went wrong. Please try again.'
export const TOO_MANY_REQUESTS = 'Too many requests. Please wait a moment and try again.'

/** `fields`: the reason for each field that was refused. */
export const invalid = (message: string, fields?: Record<string, string>) =>
  new AppError(400, 'INVALID', message, fields && { fields })
export const invalidRequest = () => invalid('We could not read that request.')
export const unauthenticated = (message: string) => new AppError(401, 'UNAUTHENTICATED', message)
export const forbidden = (
  message = "You don't have access to this.",
  details?: Pick<Details, 'fields'>,
) => new AppError(403, 'FORBIDDEN', message, details)
export const notFound = (message: string) => new AppError(404, 'NOT_FOUND', message)
/** Why a change of the programme is impossible, one message each. `fields`: the reason for each field that was refused. */
export const conflicting = (messages: readonly string[], fields?: Record<string, string>) =>
  new AppError(422, 'INVALID', messages.join('\n'), fields && { fields })
export const closed = (message: string) => new AppError(409, 'CLOSED', message)
export const bookingCancelled = () => closed('This booking is cancelled.')
export const overLimit = (message: string) => new AppError(409, 'LIMIT', message)
const MANY_HELD =
  'Many places are being held from your network. Please try again in a moment, or sign in with a confirmed email.'
export const challenged = (challenge: Challenge, message = MANY_HELD) =>
  new AppError(429, 'CHALLENGE', message, { challenge })
/** A decision needs a proof of work of this step. `withRequester` replaces it by the error with the challenge. */
export class ProofNeeded extends AppError {
  readonly step: number

  constructor(step: number) {
    super(429, 'CHALLENGE', MANY_HELD)
    this.step = step
  }
}
/** The visitor's turn in the waiting room of the showtime has not come. */
export const queued = (position: QueuePosition) =>
  new AppError(
    429,
    'QUEUE',
    position.state === 'before'
      ? 'Booking has not opened yet. Please wait for your turn.'
      : 'Many people are choosing seats right now. Please wait for your turn.',
    { position },
  )
export const notOwner = (message: string) => new AppError(409, 'NOT_OWNER', message)
export const unavailable = () =>
  new AppError(503, 'UNAVAILABLE', 'We are busy right now. Please try again in a moment.')

export const movieNotFound = () => notFound(MOVIE_NOT_FOUND)
export const showtimeNotFound = () => notFound(SHOWTIME_NOT_FOUND)
export const screenNotFound = () => notFound('There is no such screen.')
export const deviceNotFound = () => notFound('There is no such device.')
export const bookingNotFound = () => notFound(BOOKING_NOT_FOUND)
export const placeNotFound = () =>
  notFound('That seat or parking slot does not belong to this showtime.')

export const placeNotInBooking = () => notFound('That seat or parking slot is not in this booking.')

/** The chosen seats leave others alone. `instead`: seats to choose in their place. */
export const leavesGap = (alone: string, instead: string) =>
  new AppError(409, 'GAP', `This leaves ${alone} empty on its own. Please take ${instead} instead.`)

/** The request names another amount than the right one, in rupees. The text tells the right one. */
export const priceMismatch = (text: string, amount: number) =>
  new AppError(409, 'PRICE_MISMATCH', `${text}. Please check it and try again.`, {
    totalCost: amount,
  })

/** An idempotency key that comes back with another request. */
export const keyReused = (subject: string) =>
  new AppError(422, 'KEY_REUSED', `This key has already been used for another ${subject}.`)

/** Lists the places that another holder has, or that are sold. */
export function taken(places: { _id: string; label: string }[]) {
  const labels = places.map(({ label }) => label).join(', ')
  const verb = places.length === 1 ? 'has' : 'have'
  return new AppError(409, 'TAKEN', `${labels} ${verb} just been taken. Please choose again.`, {
    places,
  })
}
