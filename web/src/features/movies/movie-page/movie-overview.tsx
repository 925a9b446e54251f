import type { Movie } from '@marquee/contract/movies/movies'
import type { ReactNode } from 'react'
import { BookingButton } from '#features/movies/booking/booking-button.tsx'
import {
  getBookingNote,
  getBookingStatus,
  isUnavailable,
} from '#features/movies/booking/booking-status.ts'
import { NextShow } from '#features/movies/booking/next-show.tsx'
import { listMovieFacts } from '#features/movies/movie-facts.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { getPoster, getPosterTint } from '#features/movies/posters.ts'
import { Rating } from '#features/movies/rating.tsx'

interface Props {
  movie: Movie
  now: number
  /** Replaces the button for the first showtime. */
  action?: ReactNode
}

/** Poster and facts of a movie, the button for its first showtime, then summary and cast. */
export function MovieOverview({ movie, now, action }: Props) {
  const status = getBookingStatus(movie, now)
  return (
    <div className="grid grid-cols-[minmax(5.5rem,34%)_minmax(0,1fr)] items-center gap-x-4 gap-y-6 md:grid-cols-[minmax(0,20rem)_1fr] md:grid-rows-[auto_1fr] md:items-start md:gap-x-12 short:md:grid-cols-[9rem_1fr]">
      <div className="relative w-full md:row-span-2">
        <span
          aria-hidden="true"
          className="absolute inset-0 scale-110 rounded-full opacity-25 blur-3xl"
          style={{ background: getPosterTint(getPoster(movie)) }}
        />
        <div className="relative overflow-hidden rounded">
          <MoviePoster movie={movie} sizes="(min-width: 768px) 320px, 34vw" priority />
        </div>
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-3 md:gap-5">
        <h1 id="movie" className="display text-2xl wrap-anywhere sm:text-4xl md:text-5xl">
          {movie.name}
        </h1>
        <ul className="fact-line text-ash">
          {listMovieFacts(movie).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <Rating ratings={movie.ratings} votes={movie.votes} />
      </div>
      <div className="col-span-2 grid min-w-0 grid-cols-1 gap-5 md:col-span-1">
        {action ?? (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <BookingButton movie={movie} status={status} describedBy="movie" />
            <p className="text-sm text-ash tabular">{getBookingNote(status)}</p>
            {isUnavailable(status) && (
              <p className="text-sm text-ash">
                <NextShow movie={movie} now={now} />
              </p>
            )}
          </div>
        )}
        <p className="max-w-prose text-lg leading-relaxed">{movie.summary}</p>
        {movie.cast.length > 0 && (
          <div>
            <h2 className="eyebrow">Cast</h2>
            <p className="mt-1">{movie.cast.join(', ')}</p>
          </div>
        )}
        {movie.trailer && (
          <p>
            <a
              href={movie.trailer}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center text-brass underline underline-offset-4 hover:text-brass-bright"
            >
              Watch the trailer
            </a>
          </p>
        )}
      </div>
    </div>
  )
}
