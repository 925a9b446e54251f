import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import Film from 'lucide-react/icons/film'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router'
import { FilmTable } from '#features/films/film-table.tsx'
import { newFilmPath } from '#lib/access.ts'
import { moviesQuery } from '#lib/programme.queries.ts'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BackToProgramme } from './back-to-programme.tsx'

/** The films of the cinema. */
export function FilmsPage() {
  const { data, error, refetch } = useQuery(moviesQuery)
  const [filter, setFilter] = useState('')
  const addLink = (
    <Link to={newFilmPath} className={buttonStyle()}>
      <Plus aria-hidden="true" className="size-5" />
      <span>Add a film</span>
    </Link>
  )
  return (
    <Page title="Films" heading={<BackToProgramme title="Films" />} tools={addLink}>
      <SearchBox
        label="Filter films"
        placeholder="Name, language, state"
        value={filter}
        className="mb-4 max-w-sm"
        onChange={({ target }) => setFilter(target.value)}
      />
      {error && !data && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows />}
      {data?.movies.length === 0 && (
        <div className="panel">
          <EmptyState ornament={<Film />} title="There are no films yet" actions={addLink} />
        </div>
      )}
      {data && data.movies.length > 0 && <FilmTable movies={data.movies} filter={filter} />}
      <HowDoI
        answers={[
          [
            'announce a film',
            'Add it with its release date. It is announced until its first show.',
          ],
          ['remove a film', 'Remove or move its shows first, then open it and remove it.'],
        ]}
      />
    </Page>
  )
}
