import type { Movie } from '@marquee/contract/movies/movies'
import { lazy, Suspense } from 'react'
import { filterMovies } from './filter-movies.ts'
import { ListingGrid } from './listing-grid.tsx'
import { useListingLayout } from './listing-layout.store.ts'
import { MovieCard } from './movie-card.tsx'

const Suggestions = lazy(async () => ({
  default: (await import('#features/movies/search/suggestions.tsx')).Suggestions,
}))

interface Props {
  movies: Movie[]
  /** The search text. Empty: all movies. */
  text: string
  onClear: () => void
}

const WIDE_SIZES = '(min-width: 1280px) 384px, (min-width: 1024px) 31vw, (min-width: 768px) 46vw'

export function MovieGrid({ movies, text, onClear }: Props) {
  const found = filterMovies(movies, text)
  const twoColumns = useListingLayout((layout) => layout.twoColumns)
  const posterSizes = `${WIDE_SIZES}, ${twoColumns ? '46vw' : '92vw'}`

  return (
    <>
      <p role="status" className="sr-only">
        {text && found.length > 0 && `${found.length} of ${movies.length} movies`}
      </p>
      {found.length === 0 && (
        <Suspense fallback={<div className="min-h-svh" />}>
          <Suggestions movies={movies} text={text} posterSizes={posterSizes} onClear={onClear} />
        </Suspense>
      )}
      <ListingGrid className="center-last-card">
        {found.map((movie, index) => (
          <li key={movie._id}>
            {/* On phones only the first poster is visible without scrolling. */}
            <MovieCard movie={movie} posterSizes={posterSizes} priority={index === 0} />
          </li>
        ))}
      </ListingGrid>
    </>
  )
}
