import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { type ConversionRow, getConversion } from '@marquee/contract/office/reports/demand'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Figures } from './figures.tsx'
import { useReport } from './reports.queries.ts'

type Totals = Omit<ConversionRow, 'key' | 'label'>

/** From selections to bookings, and why the others ended. */
export function ConversionReport({ range }: { range: DateRange }) {
  const { data, error, refetch } = useReport(getConversion, { querystring: range })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  const { selections, checkouts, bookings, rate } = data.totals
  return (
    <div className="report grid gap-4">
      <Figures
        figures={[
          ['Selections on the site', selections.toLocaleString('en-IN')],
          ['Entered payment', checkouts.toLocaleString('en-IN')],
          ['Booked', bookings.toLocaleString('en-IN')],
          ['Booked, of those that ended', rate === null ? '–' : `${rate} %`],
        ]}
      />
      <LostTable totals={data.totals} />
      <DataTable name="Conversion" columns={COLUMNS} rows={data.rows} rowId={({ key }) => key} />
    </div>
  )
}

const REASONS = [
  ['Seats given up', 'released', 'paymentReleased'],
  ['Time ran out', 'expired', 'paymentExpired'],
  ['Left the site', 'abandoned', 'paymentAbandoned'],
] as const

/** Why selections ended without a booking. */
function LostTable({ totals }: { totals: Totals }) {
  return (
    <div className="@container">
      <ScrollRegion name="Without a booking" className="data-table panel">
        <table>
          <thead>
            <tr>
              <th scope="col">Without a booking</th>
              <th scope="col">Before payment</th>
              <th scope="col">In payment</th>
            </tr>
          </thead>
          <tbody>
            {REASONS.map(([reason, before, inPayment]) => (
              <tr key={reason}>
                <td>{reason}</td>
                <td data-label="Before payment" className="tabular">
                  {totals[before].toLocaleString('en-IN')}
                </td>
                <td data-label="In payment" className="tabular">
                  {totals[inPayment].toLocaleString('en-IN')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {totals.endedByCinema > 0 && (
          <p className="border-t border-rule px-3 py-2 text-sm text-ash">
            {totals.endedByCinema} more ended because the cinema moved or cancelled the show.
          </p>
        )}
      </ScrollRegion>
    </div>
  )
}

const number = (header: string, field: 'selections' | 'checkouts' | 'bookings') =>
  ({
    accessorKey: field,
    header,
    cell: ({ row }) => (
      <span className="tabular">{row.original[field].toLocaleString('en-IN')}</span>
    ),
  }) satisfies Column<ConversionRow>

const COLUMNS: Column<ConversionRow>[] = [
  { accessorKey: 'key', header: 'Day', cell: ({ row }) => row.original.label },
  number('Selections', 'selections'),
  number('Entered payment', 'checkouts'),
  number('Booked', 'bookings'),
  {
    accessorKey: 'rate',
    header: 'Booked, of those that ended',
    cell: ({ row: { original } }) => (
      <span className="tabular">{original.rate === null ? '–' : `${original.rate} %`}</span>
    ),
  },
]
