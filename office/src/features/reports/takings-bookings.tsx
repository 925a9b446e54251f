import type { DateRange } from '@marquee/contract/office/reports/date-range'
import {
  listTakingsBookings,
  type TakingsBooking,
  type TakingsBy,
} from '@marquee/contract/office/reports/takings'
import { formatRupees } from '@marquee/contract/text/money'
import { call } from '@marquee/ui-kit/lib/api.ts'
import { Button } from '@marquee/ui-kit/ui/button.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { bookingPath, mayOpen } from '#lib/access.ts'
import { Moment } from '#lib/dates/moment.tsx'
import { showColumns } from '#lib/dates/show-columns.tsx'
import { useScopes } from '#lib/device.queries.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { rangeName } from './ranges.ts'
import { reportsKey } from './reports.queries.ts'

interface TakingsDivision {
  range: DateRange
  by: TakingsBy
  /** The row. Undefined: all rows. */
  key: string | undefined
}

/** The bookings behind a row of the takings, page by page. */
const useTakingsBookings = ({ range, by, key }: TakingsDivision) =>
  useInfiniteQuery({
    queryKey: [...reportsKey, 'bookings', range, by, key],
    queryFn: ({ pageParam, signal }) =>
      call(listTakingsBookings, { querystring: { ...range, by, key, before: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

interface Props {
  division: TakingsDivision
  /** The name of the row. */
  label: string
  onBack: () => void
}

/** The bookings behind a figure of the takings. */
export function TakingsBookings({ division, label, onBack }: Props) {
  const isLinked = mayOpen(useScopes(), 'bookings')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useTakingsBookings(division)
  const columns = useMemo(() => createColumns(isLinked), [isLinked])
  const bookings = data?.pages.flatMap((page) => page.bookings) ?? []
  return (
    <section aria-label="Bookings" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">
          {label}, {rangeName(division.range)}
        </h2>
        <Button variant="secondary" onClick={onBack}>
          Back to the report
        </Button>
      </div>
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={6} />}
      {data && bookings.length === 0 && (
        <p className="panel p-4 text-ash">No booking was paid or changed here.</p>
      )}
      {bookings.length > 0 && (
        <DataTable
          name="Bookings"
          columns={columns}
          rows={bookings}
          rowId={({ reference, at }) => `${reference} ${at}`}
        />
      )}
      {hasNextPage && (
        <Button
          variant="secondary"
          className="justify-self-start"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Earlier bookings
        </Button>
      )}
    </section>
  )
}

function createColumns(isLinked: boolean): Column<TakingsBooking>[] {
  const rupees = (header: string, field: 'gross' | 'refunds' | 'net'): Column<TakingsBooking> => ({
    accessorKey: field,
    header,
    cell: ({ row }) => <span className="tabular">{formatRupees(row.original[field])}</span>,
  })
  return [
    {
      accessorKey: 'reference',
      header: 'Reference',
      cell: ({ row: { original } }) =>
        isLinked ? (
          <Link
            to={bookingPath(original.reference)}
            className="font-semibold whitespace-nowrap text-link"
          >
            {original.reference}
          </Link>
        ) : (
          original.reference
        ),
    },
    {
      accessorKey: 'at',
      header: 'Paid or changed',
      cell: ({ row }) => <Moment at={row.original.at} />,
    },
    ...showColumns<TakingsBooking>(),
    rupees('Gross', 'gross'),
    rupees('Refunds', 'refunds'),
    rupees('Net', 'net'),
    {
      accessorKey: 'tickets',
      header: 'Tickets',
      cell: ({ row }) => <span className="tabular">{row.original.tickets}</span>,
    },
  ]
}
