import type { Movie } from '@marquee/contract/movies'
import { getBookingStatus, selectFeaturedMovie } from '#features/movies/booking-status.ts'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { useMovies } from '#features/movies/movies.queries.ts'
import { getPoster, getPosterTint } from '#features/movies/posters.ts'
import { seatScreenPath } from '#lib/addresses.ts'
import { cinema } from '#lib/cinema.ts'
import { serverNow } from '#lib/clock.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** One film on a lit stage; the light behind it is its poster's own. Its height never changes. */
export function Hero() {
  const { data: movies = [], isPending } = useMovies()
  const movie = selectFeaturedMovie(movies, serverNow())

  return (
    <section aria-label="Featured film" className="stage">
      <span aria-hidden="true" className="stage-drape stage-drape-left" />
      <span aria-hidden="true" className="stage-drape stage-drape-right" />
      <div className="stage-floor">
        {movie ? <Film movie={movie} /> : isPending ? <FilmSkeleton /> : <EmptyStage />}
      </div>
    </section>
  )
}

function Film({ movie }: { movie: Movie }) {
  const offer = getBookingStatus(movie, serverNow())

  return (
    <>
      <div className="stage-words">
        <p className="eyebrow">Featured Film</p>
        <p className="stage-title">{movie.name}</p>
        <ul className="fact-line text-ivory/85">
          <li>{movie.genre}</li>
          <li>{movie.language}</li>
          <li>{movie.duration} min</li>
          <li>{movie.rating}</li>
        </ul>
        <p className="stage-summary">{movie.summary}</p>
        {offer.state === 'open' && (
          <LinkButton to={seatScreenPath(movie._id, offer.showtimeId)} className="stage-action">
            Reserve Your Seats
          </LinkButton>
        )}
      </div>
      <div className="stage-poster">
        <span aria-hidden="true" className="stage-rays" />
        <span
          aria-hidden="true"
          className="stage-light"
          style={{ color: getPosterTint(getPoster(movie)) }}
        />
        <MoviePoster movie={movie} sizes="(min-width: 768px) 320px, 34vw" urgent alt="" />
      </div>
    </>
  )
}

/** No film to light: the house speaks for itself. */
function EmptyStage() {
  return (
    <div className="stage-words">
      <p className="eyebrow">Welcome to</p>
      <p className="stage-title">{cinema.brandName}</p>
      <p className="text-ash">A luxury cinematic experience.</p>
    </div>
  )
}

function FilmSkeleton() {
  return (
    <>
      <div className="stage-words">
        <Skeleton className="h-5 w-52" />
        <Skeleton className="h-16 w-full max-w-96" />
        <Skeleton className="h-5 w-3/4 max-w-72" />
      </div>
      <div className="stage-poster">
        <Skeleton className="aspect-2/3 w-full" />
      </div>
    </>
  )
}
