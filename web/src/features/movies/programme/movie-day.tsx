import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Movie } from '@marquee/contract/movies/movies'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { useId } from 'react'
import { NextShow } from '#features/movies/booking/next-show.tsx'
import { listMovieFacts } from '../movie-facts.ts'
import { MovieName } from '../movie-name.tsx'
import { MoviePoster } from '../movie-poster.tsx'
import { ShowtimeLink } from './showtime-link.tsx'

interface Props {
  movie: Movie
  showtimes: ProgrammeShowtime[]
  now: number
}

/** One movie of a day's programme. */
export function MovieDay({ movie, showtimes, now }: Props) {
  const nameId = useId()
  const isFirstClosed = showtimes[0] && !getBookingWindow(showtimes[0], now).open

  return (
    <article
      aria-labelledby={nameId}
      className="grid grid-cols-[4.5rem_1fr] items-start gap-x-4 gap-y-4 sm:grid-cols-[7rem_1fr] sm:grid-rows-[auto_1fr] sm:gap-x-6"
    >
      <div className="sm:row-span-2">
        <MoviePoster movie={movie} sizes="(min-width: 640px) 112px, 72px" alt="" />
      </div>
      <div className="min-w-0">
        <h2 id={nameId} className="text-xl">
          <MovieName movie={movie} />
        </h2>
        <ul className="fact-line mt-1 text-sm text-ash">
          {listMovieFacts(movie).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {isFirstClosed && (
          <p className="mt-1 text-sm text-ash">
            <NextShow movie={movie} now={now} />
          </p>
        )}
      </div>
      <ul
        aria-label={`Showtimes of ${movie.name}`}
        className="col-span-full grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2 sm:col-span-1 sm:grid-cols-[repeat(auto-fill,11.5rem)]"
      >
        {showtimes.map((showtime) => (
          <li key={showtime._id}>
            <ShowtimeLink showtime={showtime} now={now} />
          </li>
        ))}
      </ul>
    </article>
  )
}
