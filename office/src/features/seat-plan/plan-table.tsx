import { type PlannedBooking, plannedPlaces } from '@marquee/contract/office/shows/show-moves'
import { formatRupees } from '@marquee/contract/text/money'
import { type Column, DataTable } from '#ui/data-table.tsx'

function resultOf(booking: PlannedBooking) {
  if (booking.isCancelled) return 'No seats: refunded'
  const lost = plannedPlaces(booking).flatMap(({ from, to }) => (to === null ? from : []))
  const problems = [
    ...(lost.length > 0 ? [`Loses ${lost.join(' ')}`] : []),
    ...(booking.isTogether || booking.losesSeats ? [] : ['Split']),
    ...(booking.losesAccess ? ['No accessible place'] : []),
  ]
  return problems.length > 0 ? problems.join(', ') : 'Together'
}

const newPlacesOf = (booking: PlannedBooking) =>
  plannedPlaces(booking)
    .flatMap(({ to }) => to ?? [])
    .join(' ') || 'none'

const columns: Column<PlannedBooking>[] = [
  {
    accessorKey: 'reference',
    header: 'Booking',
    cell: ({ row: { original } }) => (
      <>
        {original.reference}
        {!original.hasEmail && (
          <span className="block text-sm font-semibold text-danger">No email</span>
        )}
      </>
    ),
  },
  {
    id: 'result',
    header: 'Result',
    accessorFn: resultOf,
    cell: ({ row: { original } }) => (
      <span className={original.losesSeats ? 'font-semibold text-danger' : ''}>
        {resultOf(original)}
      </span>
    ),
  },
  {
    id: 'from',
    header: 'Current places',
    accessorFn: (row) =>
      plannedPlaces(row)
        .map(({ from }) => from)
        .join(' '),
  },
  { id: 'to', header: 'New places', accessorFn: newPlacesOf },
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
