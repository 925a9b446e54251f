import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { endOfShow, formatInstant, formatIsoDate } from '@marquee/contract/time'
import type { ProgrammeRow } from './programme.sql.ts'
import type { ShowtimeOnScreen } from './showtimes.sql.ts'

export interface SeatCounts {
  seatsTotal: number
  seatsLeft: number
  /** In the order of the screen. */
  categories: ProgrammeShowtime['categories']
}

export const NO_SEAT_COUNTS: SeatCounts = { seatsTotal: 0, seatsLeft: 0, categories: [] }

export const showtimeView = (
  row: ShowtimeOnScreen,
  { seatsTotal, seatsLeft }: SeatCounts,
  timeZone: string,
): Showtime => ({
  _id: row.id,
  movieId: row.movie_id,
  screen: row.screen,
  startTime: formatInstant(row.starts_at),
  date: formatIsoDate(row.starts_at, timeZone),
  ...(row.cutoff_minutes === null ? {} : { cutoffMinutes: row.cutoff_minutes }),
  seatsTotal,
  seatsLeft,
  ...(row.cancellation_reason && { cancelled: { reason: row.cancellation_reason } }),
})

export const programmeView = (
  row: ProgrammeRow,
  counts: SeatCounts,
  timeZone: string,
): ProgrammeShowtime => ({
  ...showtimeView(row, counts, timeZone),
  endTime: formatInstant(endOfShow(row.starts_at, row.duration)),
  language: row.language,
  categories: counts.categories,
})

/** Bookable showtimes first, then closed ones that have not started, both soonest first. Started ones come last, latest first. */
export function sortByBookability(showtimes: Showtime[], now: number) {
  const byStart = showtimes.toSorted((a, b) => startOf(a) - startOf(b))
  const isOpen = (showtime: Showtime) => getBookingWindow(showtime, now).open
  const isUpcoming = (showtime: Showtime) => startOf(showtime) > now
  return [
    ...byStart.filter(isOpen),
    ...byStart.filter((showtime) => isUpcoming(showtime) && !isOpen(showtime)),
    ...byStart.filter((showtime) => !isUpcoming(showtime)).toReversed(),
  ]
}

const startOf = ({ startTime }: Showtime) => Date.parse(startTime)
