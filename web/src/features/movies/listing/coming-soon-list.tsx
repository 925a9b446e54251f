import type { Movie } from '@marquee/contract/movies/movies'
import { moviePath } from '@marquee/contract/pages'
import { formatReleaseDate } from '#features/movies/booking/coming-soon.ts'
import { MovieName } from '#features/movies/movie-name.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** The movies that are announced. Their pages offer a mail when booking opens. */
export function ComingSoonList({ movies }: { movies: Movie[] }) {
  return (
    <section aria-labelledby="coming-soon" className="mt-20 border-t border-brass/20 pt-12">
      <h2 id="coming-soon" className="display text-3xl md:text-4xl">
        Coming Soon
      </h2>
      <ul className="mt-8 grid grid-cols-1 gap-8 sm:grid-cols-2 lg:grid-cols-3">
        {movies.map((movie) => (
          <li
            key={movie._id}
            className="grid grid-cols-[min(7rem,35%)_minmax(0,1fr)] items-center gap-x-5"
          >
            <MoviePoster movie={movie} sizes="112px" alt="" />
            <div className="min-w-0 wrap-break-word">
              <h3 className="text-xl">
                <MovieName movie={movie} />
              </h3>
              <p className="mt-1 text-sm text-ash">{movie.language}</p>
              <p className="mt-1 text-sm text-brass">
                {formatReleaseDate(movie.releaseDate ?? '')}
              </p>
              {movie.slug && (
                <LinkButton
                  to={moviePath(movie.slug)}
                  variant="secondary"
                  aria-label={`Tell me when booking opens for ${movie.name}`}
                  className="mt-4"
                >
                  Tell me
                </LinkButton>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
