import type { Movie } from '@marquee/contract/movies'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ListingGrid } from './listing-grid.tsx'
import { useListingLayout } from './listing-layout.store.ts'
import { MovieCard } from './movie-card.tsx'

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
        {text && `${found.length} of ${movies.length} movies`}
      </p>
      {found.length === 0 && <NoMoviesFound text={text} onClear={onClear} />}
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

/** Filters by a part of the name, in any case (specification §5). */
function filterMovies(movies: Movie[], text: string) {
  const searched = text.trim().toLowerCase()
  return movies.filter(({ name }) => name.toLowerCase().includes(searched))
}

function NoMoviesFound({ text, onClear }: Pick<Props, 'text' | 'onClear'>) {
  if (!text) {
    return <EmptyState title="No movies are showing" text="New movies will appear here soon." />
  }
  return (
    <EmptyState
      title={`No movies found for “${text}”`}
      text="Try part of the name."
      actions={
        <Button variant="quiet" onClick={onClear}>
          Show All Movies
        </Button>
      }
    />
  )
}
