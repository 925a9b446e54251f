import { bookingWindow } from '@marquee/contract/booking-window'
import type { Movie } from '@marquee/contract/movies'
import type { Showtime } from '@marquee/contract/showtimes'
import { isUsableId } from '#lib/addresses.ts'

/** What a card can promise; a countdown is missing where nobody told us the start. */
export type BookingStatus =
  | { state: 'open'; showtimeId: string; countdown?: string }
  | { state: 'closed'; message: string }
  | { state: 'none' }

export type ShowtimeOption = { showtime: Showtime; open: boolean }

/** What the first showtime allows at `now` (epoch milliseconds); a bare id counts as open. */
export function getBookingStatus(
  { showtimes }: Pick<Movie, 'showtimes'>,
  now: number,
): BookingStatus {
  const [first] = showtimes
  if (typeof first === 'string') return bare(first)
  if (!first || !isUsableId(first._id)) return { state: 'none' }

  const window = bookingWindow(first, now)
  if (!window.open) return { state: 'closed', message: window.message }
  return { state: 'open', showtimeId: first._id, countdown: window.countdown }
}

const bare = (id: string): BookingStatus =>
  isUsableId(id) ? { state: 'open', showtimeId: id } : { state: 'none' }

/** The showtimes whose time is known, those that can still be booked before the others. */
export function listBookableFirst(showtimes: Movie['showtimes'], now: number): ShowtimeOption[] {
  const choices = showtimes
    .filter(isTimed)
    .map((showtime) => ({ showtime, open: bookingWindow(showtime, now).open }))
  return [...choices.filter(({ open }) => open), ...choices.filter(({ open }) => !open)]
}

const isTimed = (showtime: Showtime | string): showtime is Showtime =>
  typeof showtime === 'object' &&
  isUsableId(showtime._id) &&
  Number.isFinite(Date.parse(showtime.startTime))

/** The film above the listing: of those that can be booked, the one people like best. */
export function selectFeaturedMovie(movies: Movie[], now: number) {
  const bookable = movies.filter((movie) => getBookingStatus(movie, now).state === 'open')
  const pool = bookable.length > 0 ? bookable : movies
  return pool.toSorted((a, b) => b.ratings - a.ratings)[0]
}
