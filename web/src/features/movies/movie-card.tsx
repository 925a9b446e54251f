import type { Movie } from '@marquee/contract/movies'
import { lazy, Suspense, useId, useState } from 'react'
import { BookingSection } from '#features/movies/booking-section.tsx'
import { MoviePoster } from '#features/movies/movie-poster.tsx'
import { Rating } from '#features/movies/rating.tsx'

const loadDetails = () => import('#features/movies/movie-details.tsx')
const MovieDetails = lazy(async () => ({ default: (await loadDetails()).MovieDetails }))

const POSTER_SIZES =
  '(min-width: 1280px) 384px, (min-width: 1024px) 31vw, (min-width: 768px) 46vw, 92vw'

export function MovieCard({ movie, priority }: { movie: Movie; priority: boolean }) {
  const nameId = useId()
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
        <MoviePoster movie={movie} sizes={POSTER_SIZES} priority={priority} alt="" />
      </button>
      <div className="mt-5 grid gap-2">
        <Rating ratings={movie.ratings} votes={movie.votes} />
        <h2 id={nameId} className="text-xl">
          {movie.name}
        </h2>
        <ul className="fact-line text-sm text-ash">
          <li>{movie.screen}</li>
          <li>{movie.language}</li>
          <li className="tabular">{movie.timing}</li>
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
