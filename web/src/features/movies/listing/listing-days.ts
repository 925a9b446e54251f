import type { Movie } from '@marquee/contract/movies/movies'
import { addDays, formatIsoDate } from '@marquee/contract/time'

const MAX_DAYS = 14

/** Returns today, tomorrow and the further days that have showtimes: `2026-12-01`. */
export function listDays(movies: Pick<Movie, 'showtimes'>[], now: number, timeZone: string) {
  const today = formatIsoDate(now, timeZone)
  const dates = movies.flatMap(({ showtimes }) =>
    showtimes.map((showtime) =>
      typeof showtime === 'string'
        ? today
        : formatIsoDate(Date.parse(showtime.startTime), timeZone),
    ),
  )
  return [...new Set([today, addDays(today, 1), ...dates])]
    .filter((date) => date >= today)
    .toSorted()
    .slice(0, MAX_DAYS)
}

/** Returns the parameter if it is a day of the calendar. */
export function parseDay(param: string | null) {
  const time = Date.parse(`${param}T00:00Z`)
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(`${param}T`)
  return isDay && param ? param : undefined
}
