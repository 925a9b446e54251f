import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { isUsableId } from '#lib/paths.ts'
import { formatReleaseDate, isComingSoon } from './coming-soon.ts'

/**
 * Describes whether the first showtime of a movie can be booked. A showtime without a start time has no countdown. A sold-out one has a
 * waiting list.
 */
export type BookingStatus =
  | { state: 'open'; showtimeId: string; countdown?: string }
  | { state: 'sold out'; showtimeId: string }
  | { state: 'closed'; message: string }
  | { state: 'coming'; releaseDate: string }
  | { state: 'none' }

export interface ShowtimeOption {
  showtime: Showtime
  open: boolean
}

/** Returns the booking status at `now` (epoch milliseconds). A bare id counts as open (specification §4). */
export function getBookingStatus(
  movie: Pick<Movie, 'showtimes' | 'releaseDate'>,
  now: number,
): BookingStatus {
  const [first] = movie.showtimes
  if (isComingSoon(movie, now)) return { state: 'coming', releaseDate: movie.releaseDate ?? '' }
  if (typeof first === 'string') return getStatusOfBareId(first)
  if (!first || !isUsableId(first._id)) return { state: 'none' }

  const window = getBookingWindow(first, now)
  if (!window.open) return { state: 'closed', message: window.message }
  if (first.seatsLeft === 0) return { state: 'sold out', showtimeId: first._id }
  return { state: 'open', showtimeId: first._id, countdown: window.countdown }
}

const getStatusOfBareId = (id: string): BookingStatus =>
  isUsableId(id) ? { state: 'open', showtimeId: id } : { state: 'none' }

/** The sentence below the button. Undefined if there is nothing to say. */
export function getBookingNote(status: BookingStatus) {
  switch (status.state) {
    case 'none':
      return 'Real-time booking not available for this movie'
    case 'coming':
      return `Coming ${formatReleaseDate(status.releaseDate)}`
    case 'closed':
      return status.message
    case 'sold out':
      return 'This show is sold out'
    case 'open':
      return status.countdown
  }
}

/** The movie has a showtime, and it cannot be booked. */
export const isUnavailable = ({ state }: BookingStatus) =>
  state === 'closed' || state === 'sold out'

/** Returns the showtimes with a start time, bookable ones first. */
export function listBookableFirst(showtimes: Movie['showtimes'], now: number): ShowtimeOption[] {
  const options = showtimes
    .filter(hasStartTime)
    .map((showtime) => ({ showtime, open: getBookingWindow(showtime, now).open }))
  return [...options.filter(({ open }) => open), ...options.filter(({ open }) => !open)]
}

const hasStartTime = (showtime: Showtime | string): showtime is Showtime =>
  typeof showtime === 'object' &&
  isUsableId(showtime._id) &&
  Number.isFinite(Date.parse(showtime.startTime))

/** Returns the bookable movie with the best ratings, or the best one of all if none is bookable. */
export function selectFeaturedMovie(movies: Movie[], now: number) {
  const bookable = movies.filter((movie) => getBookingStatus(movie, now).state === 'open')
  const candidates = bookable.length > 0 ? bookable : movies
  return candidates.toSorted((a, b) => b.ratings - a.ratings)[0]
}
