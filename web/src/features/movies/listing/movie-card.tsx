import type { Movie } from '@marquee/contract/movies/movies'
import { MINUTE_MS } from '@marquee/contract/time'
import { useNow } from '@marquee/ui-kit/lib/clock.ts'
import { lazy, Suspense, useId, useState } from 'react'
import { BookingSection } from '#features/movies/booking/booking-section.tsx'
import { formatFirstTiming } from '#features/movies/booking/showtime-labels.ts'
import { listMovieFacts } from '#features/movies/movie-facts.ts'
import { MovieName } from '#features/movies/movie-name.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { Rating } from '#features/movies/rating.tsx'

const loadDetails = () => import('#features/movies/movie-details.tsx')
const MovieDetails = lazy(async () => ({ default: (await loadDetails()).MovieDetails }))

interface Props {
  movie: Movie
  /** The `sizes` attribute of the poster. */
  posterSizes: string
  /** The poster is visible when the page opens. */
  priority: boolean
}

export function MovieCard({ movie, posterSizes, priority }: Props) {
  const nameId = useId()
  const now = useNow(MINUTE_MS)
  const [detailsOpen, setDetailsOpen] = useState(false)

  return (
    <article aria-labelledby={nameId} className="flex h-full flex-col">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Details of ${movie.name}`}
        onPointerEnter={loadDetails}
        onFocus={loadDetails}
        onClick={() => setDetailsOpen(true)}
        className="poster-frame"
      >
        <MoviePoster movie={movie} sizes={posterSizes} priority={priority} alt="" />
      </button>
      <div className="mt-5 grid gap-2 group-data-two-columns/list:max-md:mt-3">
        <Rating ratings={movie.ratings} votes={movie.votes} />
        <h2 id={nameId} className="text-xl group-data-two-columns/list:max-md:text-lg">
          <MovieName movie={movie} />
        </h2>
        <ul className="fact-line text-sm text-ash">
          {listMovieFacts(movie).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <ul className="fact-line text-sm text-ash">
          <li>{movie.screen}</li>
          <li className="tabular">{formatFirstTiming(movie, now)}</li>
        </ul>
      </div>
      <BookingSection movie={movie} nameId={nameId} />
      {detailsOpen && (
        <Suspense>
          <MovieDetails movie={movie} onClose={() => setDetailsOpen(false)} />
        </Suspense>
      )}
    </article>
  )
}
