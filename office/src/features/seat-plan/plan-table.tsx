import { formatRupees } from '@marquee/contract/money'
import type { PlannedBooking } from '@marquee/contract/office/show-moves'
import { type Column, DataTable } from '#ui/data-table.tsx'

const labelsOf = ({ seats, slots }: PlannedBooking, which: 'from' | 'to') =>
  [...seats, ...slots].map((place) => place[which] ?? 'none').join(' ')

function resultOf({ isSeated, isTogether, losesAccess }: PlannedBooking) {
  if (!isSeated) return 'No seats: refunded'
  const problems = [
    ...(isTogether ? [] : ['Split']),
    ...(losesAccess ? ['No accessible place'] : []),
  ]
  return problems.length > 0 ? problems.join(', ') : 'Together'
}

const columns: Column<PlannedBooking>[] = [
  { accessorKey: 'reference', header: 'Booking' },
  {
    id: 'result',
    header: 'Result',
    accessorFn: resultOf,
    cell: ({ row: { original } }) => (
      <span className={original.isSeated ? '' : 'font-semibold text-danger'}>
        {resultOf(original)}
      </span>
    ),
  },
  { id: 'from', header: 'Now', accessorFn: (row) => labelsOf(row, 'from') },
  {
    id: 'to',
    header: 'Then',
    accessorFn: (row) => (row.isSeated ? labelsOf(row, 'to') : 'none'),
  },
  {
    accessorKey: 'refund',
    header: 'Refund',
    cell: ({ row: { original } }) => (original.refund > 0 ? formatRupees(original.refund) : '–'),
  },
]

interface Props {
  /** The name of the table for screen readers. */
  name: string
  bookings: PlannedBooking[]
}

/** The old and new places of each booking. Those without seats come first. */
export const PlanTable = ({ name, bookings }: Props) => (
  <DataTable name={name} columns={columns} rows={bookings} rowId={({ _id }) => _id} />
)
