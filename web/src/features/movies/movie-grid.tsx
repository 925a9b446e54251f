import type { Movie } from '@marquee/contract/movies'
import { MovieCard } from '#features/movies/movie-card.tsx'
import { moviesNamed } from '#features/movies/search.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

interface Props {
  movies: Movie[]
  /** What somebody is looking for; empty for everything. */
  text: string
  onClear: () => void
}

/** Cards that are in view on most screens when the page opens. */
const FIRST_ROW = 3

export const GRID = 'grid grid-cols-1 gap-x-8 gap-y-14 md:grid-cols-2 lg:grid-cols-3'

export function MovieGrid({ movies, text, onClear }: Props) {
  const found = moviesNamed(movies, text)

  return (
    <>
      <p role="status" className="sr-only">
        {text && `${found.length} of ${movies.length} movies`}
      </p>
      {found.length === 0 && <NothingFound text={text} onClear={onClear} />}
      <ul className={`${GRID} centre-lone`}>
        {found.map((movie, place) => (
          <li key={movie._id}>
            <MovieCard movie={movie} urgent={place < FIRST_ROW} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NothingFound({ text, onClear }: Pick<Props, 'text' | 'onClear'>) {
  if (!text) {
    return (
      <EmptyState
        title="The screens are dark tonight"
        text="No films are announced just now. Please look in again soon."
      />
    )
  }
  return (
    <EmptyState
      title={`No film is called “${text}”`}
      text="Try a part of its name."
      actions={
        <Button variant="quiet" onClick={onClear}>
          Show All Films
        </Button>
      }
    />
  )
}
