import type { Movie } from '@marquee/contract/movies/movies'
import { normalizeName } from '@marquee/contract/text/normalize-name'
import { formatTime } from '@marquee/contract/time'
import { listBookableFirst } from '#features/movies/booking/booking-status.ts'

/** The parts of a legacy link, for example `/tickets/Amaran/Screen 1/6:30 PM`. */
export interface LegacyLink {
  movieName: string
  screen: string
  timing: string
}

const normalize = (text: string) => normalizeName(text).toLowerCase()

export const findMovieByName = (movies: Movie[], name: string) =>
  movies.find((movie) => normalize(movie.name) === normalize(name))

/** Finds the next bookable showtime with this screen and this time of day. */
export function findNextShowtime(
  movie: Movie,
  { screen, timing }: LegacyLink,
  now: number,
  timeZone: string,
) {
  const minute = minuteOfDay(timing)
  return listBookableFirst(movie.showtimes, now)
    .filter(({ open }) => open)
    .map(({ showtime }) => showtime)
    .filter((showtime) => normalize(showtime.screen) === normalize(screen))
    .filter(({ startTime }) => minute === minuteOfDay(formatTime(Date.parse(startTime), timeZone)))
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))[0]
}

/** Accepts `6:30 PM`, `6.30pm` and `18:30`. Returns NaN for anything else. */
function minuteOfDay(text: string) {
  const time = /^(\d{1,2})[:.](\d{2})\s*(am|pm)?$/i.exec(text.trim())
  if (!time) return Number.NaN
  const [, hours, minutes, half] = time
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minutes)
}
