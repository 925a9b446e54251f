import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import Film from 'lucide-react/icons/film'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router'
import { MovieTable } from '#features/movies/movie-table.tsx'
import { programmeNewMoviePath } from '#lib/access.ts'
import { moviesQuery } from '#lib/programme.queries.ts'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BackToProgramme } from './back-to-programme.tsx'

/** The movies of the cinema. */
export function MoviesPage() {
  const { data, error, refetch } = useQuery(moviesQuery)
  const [filter, setFilter] = useState('')
  const addLink = (
    <Link to={programmeNewMoviePath} className={buttonStyle()}>
      <Plus aria-hidden="true" className="size-5" />
      <span>Add a movie</span>
    </Link>
  )
  return (
    <Page title="Movies" heading={<BackToProgramme title="Movies" />} tools={addLink}>
      <SearchBox
        label="Filter movies"
        placeholder="Name, language, state"
        value={filter}
        className="mb-4 max-w-sm"
        onChange={({ target }) => setFilter(target.value)}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.movies.length === 0 && (
        <div className="panel">
          <EmptyState ornament={<Film />} title="There are no movies yet" actions={addLink} />
        </div>
      )}
      {data && data.movies.length > 0 && <MovieTable movies={data.movies} filter={filter} />}
    </Page>
  )
}
