import type { FoundBooking } from '@marquee/contract/office/bookings'
import { formatRupees } from '@marquee/contract/text/money'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { bookingPath } from '#lib/access.ts'
import { useTimeZone } from '#lib/device.queries.ts'
import { CHANNEL_NAMES, dateTimeOf } from '#lib/format.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'

const createColumns = (timeZone: string, search: string): Column<FoundBooking>[] => [
  {
    accessorKey: 'reference',
    header: 'Reference',
    cell: ({ row }) => (
      <Link
        to={{ pathname: bookingPath(row.original.reference), search }}
        className="tabular font-semibold whitespace-nowrap underline underline-offset-4"
      >
        {row.original.reference}
      </Link>
    ),
  },
  { accessorKey: 'movie', header: 'Movie' },
  {
    accessorKey: 'startTime',
    header: 'Show',
    cell: ({ row }) => dateTimeOf(row.original.startTime, timeZone),
  },
  { accessorKey: 'screen', header: 'Screen' },
  {
    id: 'places',
    accessorFn: ({ places }) => (places.length === 0 ? 'Cancelled' : places.join(' ')),
    header: 'Places',
    enableSorting: false,
  },
  { id: 'name', accessorFn: ({ name }) => name ?? '', header: 'Name' },
  {
    accessorKey: 'totalCost',
    header: 'Total',
    cell: ({ row: { original } }) => (
      <span className="tabular">
        {original.payment === 'complimentary' ? 'Free' : formatRupees(original.totalCost)}
      </span>
    ),
  },
  { id: 'channel', accessorFn: ({ channel }) => CHANNEL_NAMES[channel], header: 'Sold' },
]

interface Props {
  bookings: FoundBooking[]
  /** The query of the page, which links keep. */
  search: string
}

export function BookingResults({ bookings, search }: Props) {
  const timeZone = useTimeZone()
  const columns = useMemo(() => createColumns(timeZone, search), [timeZone, search])
  return (
    <DataTable name="Found bookings" columns={columns} rows={bookings} rowId={({ _id }) => _id} />
  )
}
