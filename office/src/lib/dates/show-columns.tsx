import type { Column } from '#ui/data-table.tsx'
import { Moment } from './moment.tsx'

interface OfShow {
  movie: string
  screen: string
  /** An ISO time. */
  startTime: string
}

/** The columns of a table that say to which show a row belongs. */
export const showColumns = <Row extends OfShow>(): Column<Row>[] => [
  {
    id: 'movie',
    accessorFn: ({ movie }) => movie,
    header: 'Movie',
    cell: ({ row: { original } }) => (
      <>
        {original.movie}
        <span className="block text-ash">{original.screen}</span>
      </>
    ),
  },
  {
    id: 'startTime',
    accessorFn: ({ startTime }) => startTime,
    header: 'Show',
    cell: ({ row }) => <Moment at={row.original.startTime} />,
  },
]
