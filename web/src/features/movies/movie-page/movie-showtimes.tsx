import type { Movie } from '@marquee/contract/movies/movies'
import { formatDay } from '#features/movies/booking/showtime-labels.ts'
import { siteSettings } from '#lib/site-settings.ts'
import { ScreenShowtimes } from '../programme/screen-showtimes.tsx'
import { listUpcomingShowtimes } from './list-upcoming.ts'
import { getEndTime } from './structured-data.ts'

interface Props {
  movie: Movie
  now: number
}

/** All showtimes of a movie that have not started, by day. */
export function MovieShowtimes({ movie, now }: Props) {
  const days = Map.groupBy(listUpcomingShowtimes(movie, now), ({ startTime }) =>
    formatDay(Date.parse(startTime), now, siteSettings.timeZone),
  )
  return (
    <section aria-labelledby="showtimes">
      <h2 id="showtimes" className="display text-3xl">
        Showtimes
      </h2>
      {days.size === 0 && <p className="mt-4 text-ash">No showtimes are planned right now.</p>}
      {[...days].map(([day, showtimes]) => (
        <section
          key={day}
          aria-label={day}
          className="mt-6 grid gap-x-6 gap-y-3 border-t border-brass/20 pt-6 sm:grid-cols-[8rem_1fr]"
        >
          <h3 className="title text-lg">{day}</h3>
          <div>
            <ScreenShowtimes
              showtimes={showtimes.map((showtime) => ({
                ...showtime,
                endTime: getEndTime(showtime.startTime, movie.duration),
              }))}
              now={now}
              label={`Showtimes of ${movie.name}`}
            />
          </div>
        </section>
      ))}
    </section>
  )
}
