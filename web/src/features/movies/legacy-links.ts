import type { Movie } from '@marquee/contract/movies'
import { cinemaTime } from '@marquee/contract/time'
import { listBookableFirst } from '#features/movies/booking-status.ts'

/** What an old link names: `/tickets/Amaran/Screen 1/6:30 PM`. */
export interface LegacyLink {
  movieName: string
  screen: string
  timing: string
}

const tidy = (text: string) => text.trim().toLowerCase()

export const findMovieByName = (movies: Movie[], name: string) =>
  movies.find((movie) => tidy(movie.name) === tidy(name))

/** The next showtime one can book of those on that screen at that time of day, if there is one. */
export function findNextShowtime(
  movie: Movie,
  { screen, timing }: LegacyLink,
  now: number,
  timeZone: string,
) {
  const wanted = minuteOfDay(timing)
  return listBookableFirst(movie.showtimes, now)
    .filter(({ open }) => open)
    .map(({ showtime }) => showtime)
    .filter((showtime) => tidy(showtime.screen) === tidy(screen))
    .filter(({ startTime }) => wanted === minuteOfDay(cinemaTime(Date.parse(startTime), timeZone)))
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))[0]
}

/** Links were written by people: `6:30 PM`, `6.30pm` and `18:30` are one time. */
function minuteOfDay(words: string) {
  const time = /^(\d{1,2})[:.](\d{2})\s*(am|pm)?$/i.exec(words.trim())
  if (!time) return Number.NaN
  const [, hours, minutes, half] = time
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hours)
  return hour * 60 + Number(minutes)
}
