import type { HallLayout } from '@marquee/contract/office/programme/screens'
import { formatDate } from '@marquee/contract/time'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useMemo } from 'react'
import { type Column, DataTable } from '#ui/data-table.tsx'

const countSeats = ({ rows }: HallLayout) => rows.reduce((sum, { seats }) => sum + seats, 0)

/** `Since the screen was added`, or the day. */
const validFromOf = ({ validFrom }: HallLayout) =>
  validFrom === null ? 'The beginning' : formatDate(Date.parse(validFrom), 'UTC')

const createColumns = (onOpen: (layout: HallLayout) => void): Column<HallLayout>[] => [
  { accessorKey: 'version', header: 'Version' },
  {
    id: 'validFrom',
    header: 'Valid from',
    accessorFn: ({ validFrom }) => validFrom ?? '',
    cell: ({ row }) => validFromOf(row.original),
  },
  { id: 'seats', header: 'Seats', accessorFn: countSeats },
  { accessorKey: 'upcomingShows', header: 'Shows to come' },
  {
    id: 'actions',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row }) => (
      <span className="flex justify-end cards:-ms-4 cards:justify-start">
        <Button
          variant="quiet"
          aria-label={`Put into the editor: version ${row.original.version}`}
          onClick={() => onOpen(row.original)}
        >
          Put into the editor
        </Button>
      </span>
    ),
  },
]

interface Props {
  layouts: HallLayout[]
  /** Puts a version into the editor. */
  onOpen: (layout: HallLayout) => void
}

/** The versions of a hall, the latest first. */
export function LayoutVersions({ layouts, onOpen }: Props) {
  const columns = useMemo(() => createColumns(onOpen), [onOpen])
  return (
    <DataTable
      name="Versions of the hall"
      columns={columns}
      rows={layouts}
      rowId={({ version }) => String(version)}
    />
  )
}
