import type { MovieState, StaffMovie } from '@marquee/contract/office/programme/movies'
import { formatDay } from '@marquee/contract/time'
import { buttonStyle } from '@marquee/ui-kit/ui/button-style.ts'
import { EmptyState } from '@marquee/ui-kit/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import Film from 'lucide-react/icons/film'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Link } from 'react-router'
import { Poster } from '#features/movies/poster.tsx'
import { programmeMoviePath, programmeNewMoviePath } from '#lib/access.ts'
import { staffMoviesQuery } from '#lib/programme.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { HowDoI } from '#ui/how-do-i.tsx'
import { Page } from '#ui/page.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { BackToProgramme } from './back-to-programme.tsx'

/** The movies of the cinema. */
export function MoviesPage() {
  const { data, error, refetch } = useQuery(staffMoviesQuery)
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
      <HowDoI
        answers={[
          [
            'announce a movie',
            'Add it with its release date. It is announced until its first show.',
          ],
          ['remove a movie', 'Remove or move its shows first, then open it and remove it.'],
        ]}
      />
    </Page>
  )
}

const STATES: Record<MovieState, readonly [name: string, style: string]> = {
  draft: ['Draft', 'text-ash'],
  announced: ['Announced', 'text-premium'],
  showing: ['Showing', 'text-good'],
  past: ['Past', 'text-ash'],
}

const columns: Column<StaffMovie>[] = [
  {
    accessorKey: 'name',
    header: 'Movie',
    cell: ({ row: { original } }) => (
      <Link to={programmeMoviePath(original._id)} className="flex items-center gap-3 font-semibold">
        <Poster
          src={original.posterPath}
          width={40}
          height={60}
          loading="lazy"
          className="w-10 shrink-0 rounded"
        />
        <span className="underline underline-offset-4">{original.name}</span>
      </Link>
    ),
  },
  {
    id: 'state',
    header: 'State',
    accessorFn: ({ state }) => STATES[state][0],
    cell: ({ row: { original } }) => (
      <span className={`tag ${STATES[original.state][1]}`}>{STATES[original.state][0]}</span>
    ),
  },
  { accessorKey: 'language', header: 'Language' },
  {
    accessorKey: 'duration',
    header: 'Minutes',
    cell: ({ getValue }) => <span className="tabular">{String(getValue())}</span>,
  },
  { accessorKey: 'rating', header: 'Certificate' },
  {
    id: 'releaseDate',
    header: 'Release',
    accessorFn: ({ releaseDate }) => releaseDate ?? '',
    cell: ({ row: { original } }) =>
      original.releaseDate && (
        <span className="whitespace-nowrap">{formatDay(original.releaseDate)}</span>
      ),
  },
  {
    accessorKey: 'upcomingShows',
    header: 'Shows to come',
    cell: ({ getValue }) => <span className="tabular">{String(getValue())}</span>,
  },
]

interface Props {
  movies: StaffMovie[]
  /** A part of a name, language or state. */
  filter: string
}

const isMatch = ({ name, language, state }: StaffMovie, filter: string) =>
  [name, language, STATES[state][0]].some((text) =>
    text.toLowerCase().includes(filter.trim().toLowerCase()),
  )

/** The movies with what dates and shows make of them. */
const MovieTable = ({ movies, filter }: Props) => (
  <DataTable
    name="Movies"
    columns={columns}
    rows={movies.filter((movie) => isMatch(movie, filter))}
    rowId={({ _id }) => _id}
  />
)
