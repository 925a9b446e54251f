import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { hallPath } from '#lib/access.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'

interface Actions {
  onChange: (screen: StaffScreen) => void
  onRetire: (screen: StaffScreen) => void
}

const createColumns = ({ onChange, onRetire }: Actions): Column<StaffScreen>[] => [
  {
    accessorKey: 'name',
    header: 'Hall',
    cell: ({ row: { original } }) => (
      <Link
        to={hallPath(original._id)}
        className="inline-flex min-h-9 items-center font-semibold underline underline-offset-4"
      >
        {original.name}
      </Link>
    ),
  },
  { accessorKey: 'seats', header: 'Seats' },
  {
    accessorKey: 'cleaningMinutes',
    header: 'Cleaning',
    cell: ({ row }) => `${row.original.cleaningMinutes} min`,
  },
  { accessorKey: 'layoutVersion', header: 'Version' },
  { accessorKey: 'upcomingShows', header: 'Shows to come' },
  {
    id: 'actions',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap gap-1 @4xl:justify-end">
        <Button
          variant="quiet"
          aria-label={`Name and cleaning of ${original.name}`}
          onClick={() => onChange(original)}
        >
          Name and cleaning
        </Button>
        <Button
          variant="danger"
          aria-label={`Retire ${original.name}`}
          onClick={() => onRetire(original)}
        >
          Retire
        </Button>
      </span>
    ),
  },
]

interface Props extends Actions {
  screens: StaffScreen[]
}

/** The halls in use. */
export function ScreenTable({ screens, onChange, onRetire }: Props) {
  const columns = useMemo(() => createColumns({ onChange, onRetire }), [onChange, onRetire])
  return <DataTable name="Halls" columns={columns} rows={screens} rowId={({ _id }) => _id} />
}
