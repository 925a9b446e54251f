import type { MovieState, StaffMovie } from '@marquee/contract/office/programme/movies'
import { formatDay } from '@marquee/contract/time'
import { Link } from 'react-router'
import { programmeMoviePath } from '#lib/access.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Poster } from './poster.tsx'

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
    cell: ({ row: { original } }) => original.releaseDate && formatDay(original.releaseDate),
  },
  {
    accessorKey: 'upcomingShows',
    header: 'Shows to come',
    cell: ({ getValue }) => <span className="tabular">{String(getValue())}</span>,
  },
]

interface Props {
  movies: StaffMovie[]
  /** A part of a name. */
  filter: string
}

/** The movies with what dates and shows make of them. */
export const MovieTable = ({ movies, filter }: Props) => (
  <DataTable
    name="Movies"
    columns={columns}
    rows={movies.filter(({ name }) => name.toLowerCase().includes(filter.trim().toLowerCase()))}
    rowId={({ _id }) => _id}
  />
)
