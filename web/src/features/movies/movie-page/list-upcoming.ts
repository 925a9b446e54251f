import type { Movie } from '@marquee/contract/movies/movies'
import type { Showtime } from '@marquee/contract/movies/showtimes'

/** Returns the showtimes that have not started, earliest first. */
export const listUpcomingShowtimes = ({ showtimes }: Pick<Movie, 'showtimes'>, now: number) =>
  showtimes
    .filter((showtime): showtime is Showtime => typeof showtime === 'object')
    .filter(({ startTime }) => Date.parse(startTime) > now)
    .toSorted((a, b) => Date.parse(a.startTime) - Date.parse(b.startTime))
