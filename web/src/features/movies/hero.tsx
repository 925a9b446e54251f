import type { Movie } from '@marquee/contract/movies/movies'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { Skeleton } from '@marquee/ui-kit/ui/states.tsx'
import {
  getBookingNote,
  getBookingStatus,
  isUnavailable,
  selectFeaturedMovie,
} from '#features/movies/booking/booking-status.ts'
import { NextShow } from '#features/movies/booking/next-show.tsx'
import { formatFirstTiming } from '#features/movies/booking/showtime-labels.ts'
import { seatScreenPath } from '#lib/paths.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { listMovieFacts } from './movie-facts.ts'
import { MoviePoster } from './movie-poster.tsx'
import { useMovies } from './movies.queries.ts'
import { getPoster, getPosterTint } from './posters.ts'

/** The movie at the top of the home page. Its height is the same while it loads. Without movies, the message of the listing is at the top. */
export function Hero() {
  const { data: movies = [], isPending } = useMovies()
  const now = useNow(MINUTE_MS)
  const movie = selectFeaturedMovie(movies, now)

  if (!movie && !isPending) return null
  return (
    <section aria-label="Featured movie" className="hero">
      <span aria-hidden="true" className="hero-curtain hero-curtain-left" />
      <span aria-hidden="true" className="hero-curtain hero-curtain-right" />
      <div className="hero-content">
        {movie ? <FeaturedMovie movie={movie} now={now} /> : <HeroSkeleton />}
      </div>
    </section>
  )
}

function FeaturedMovie({ movie, now }: { movie: Movie; now: number }) {
  const status = getBookingStatus(movie, now)

  return (
    <>
      <div className="hero-text">
        <p className="eyebrow">Featured Movie</p>
        <p className="hero-title">{movie.name}</p>
        <ul className="fact-line text-ivory/85">
          {listMovieFacts(movie).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <p className="hero-summary">{movie.summary}</p>
        {status.state === 'open' ? (
          <>
            <p className="tabular text-brass-bright">
              {formatFirstTiming(movie, now)}, {movie.screen}
            </p>
            <LinkButton to={seatScreenPath(movie._id, status.showtimeId)} className="hero-action">
              Reserve Your Seats
            </LinkButton>
          </>
        ) : (
          <p className="tabular">
            {getBookingNote(status)}.{' '}
            {isUnavailable(status) && <NextShow movie={movie} now={now} />}
          </p>
        )}
      </div>
      <div className="hero-poster">
        <span aria-hidden="true" className="hero-rays" />
        <span
          aria-hidden="true"
          className="hero-glow"
          style={{ color: getPosterTint(getPoster(movie)) }}
        />
        <MoviePoster movie={movie} sizes="(min-width: 768px) 320px, 34vw" priority alt="" />
      </div>
    </>
  )
}

function HeroSkeleton() {
  return (
    <>
      <div className="hero-text">
        <Skeleton className="h-5 w-52" />
        <Skeleton className="h-16 w-full max-w-96" />
        <Skeleton className="h-5 w-3/4 max-w-72" />
      </div>
      <div className="hero-poster">
        <Skeleton className="aspect-2/3 w-full" />
      </div>
    </>
  )
}
