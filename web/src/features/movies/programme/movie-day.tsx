import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { useId } from 'react'
import { NextShow } from '#features/movies/booking/next-show.tsx'
import { formatRunningTime } from '#features/movies/movie-facts.ts'
import { MovieName } from '#features/movies/movie-name.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { ScreenShowtimes } from './screen-showtimes.tsx'

interface Props {
  movie: Movie
  showtimes: ProgrammeShowtime[]
  now: number
}

/** Whether one of the showtimes has a bookable seat. */
export const isBookable = (showtimes: ProgrammeShowtime[], now: number) =>
  showtimes.some((showtime) => showtime.seatsLeft > 0 && getBookingWindow(showtime, now).open)

/** One movie of a day's programme. */
export function MovieDay({ movie, showtimes, now }: Props) {
  const nameId = useId()
  const screens = new Set(showtimes.map(({ screen }) => screen))
  const facts = [
    screens.size === 1 ? showtimes[0]?.screen : undefined,
    formatRunningTime(movie.duration),
    movie.rating,
    movie.language,
  ]

  return (
    <article
      aria-labelledby={nameId}
      className="grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 sm:grid-cols-[6.75rem_minmax(0,1fr)] sm:grid-rows-[auto_1fr] sm:items-start"
    >
      <div className="sm:row-span-2">
        <MoviePoster movie={movie} sizes="(min-width: 640px) 112px, 48px" alt="" />
      </div>
      <div className="min-w-0">
        <h2 id={nameId} className="text-lg sm:text-xl">
          <MovieName movie={movie} />
        </h2>
        <ul className="fact-line text-sm text-ash">
          {facts
            .filter((fact) => fact)
            .map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
        </ul>
        <p className="mt-0.5 text-sm text-ash max-sm:hidden">{movie.genre}</p>
        {!isBookable(showtimes, now) && (
          <p className="mt-1 text-sm text-ash empty:hidden">
            <NextShow movie={movie} now={now} />
          </p>
        )}
      </div>
      <div className="col-span-full sm:col-span-1">
        <ScreenShowtimes
          showtimes={showtimes}
          now={now}
          label={`Showtimes of ${movie.name}`}
          isScreenKnown
        />
      </div>
    </article>
  )
}
