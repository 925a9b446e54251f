import type { ClosedDays } from '@marquee/contract/office/programme/opening-times'
import type { StaffScreen } from '@marquee/contract/office/programme/screens'
import { formatDay } from '@marquee/contract/time'
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
      <Link to={hallPath(original._id)} className="text-link font-semibold">
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
  {
    accessorKey: 'closed',
    header: 'Closed',
    cell: ({ row: { original } }) => original.closed && describeDays(original.closed),
  },
  { accessorKey: 'layoutVersion', header: 'Version' },
  { accessorKey: 'upcomingShows', header: 'Shows to come' },
  {
    id: 'actions',
    header: 'Actions',
    enableSorting: false,
    cell: ({ row: { original } }) => (
      <span className="flex justify-end gap-1 cards:flex-wrap cards:-ms-4 cards:justify-start">
        <Button
          variant="quiet"
          aria-label={`Change details of ${original.name}`}
          onClick={() => onChange(original)}
        >
          Change details
        </Button>
        <Button
          variant="quiet"
          aria-label={`Retire ${original.name}`}
          onClick={() => onRetire(original)}
        >
          Retire
        </Button>
      </span>
    ),
  },
]

/** `Mon, 1 Jun 2026 – Tue, 2 Jun 2026` */
const describeDays = ({ from, to }: ClosedDays) =>
  from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`

interface Props extends Actions {
  screens: StaffScreen[]
}

/** The halls in use. */
export function ScreenTable({ screens, onChange, onRetire }: Props) {
  const columns = useMemo(() => createColumns({ onChange, onRetire }), [onChange, onRetire])
  return <DataTable name="Halls" columns={columns} rows={screens} rowId={({ _id }) => _id} />
}
