import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { getSalesCurve, type SalesRow } from '@marquee/contract/office/reports/demand'
import { useMemo } from 'react'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Chart } from './chart.tsx'
import { Figures } from './figures.tsx'
import { useReport } from './reports.queries.ts'

/** How early the tickets of the shows were sold. */
export function SalesReport({ range }: { range: DateRange }) {
  const { data, error, refetch } = useReport(getSalesCurve, { querystring: range })
  const rows = data?.rows
  const labels = useMemo(() => (rows ?? []).map(({ key }) => key), [rows])
  const series = useMemo(
    () => [
      {
        name: 'Sold on the day',
        values: (rows ?? []).map((row) => row.tickets),
        as: 'bars' as const,
      },
      {
        name: 'Sold until then',
        values: (rows ?? []).map((row) => row.total),
        as: 'line' as const,
      },
    ],
    [rows],
  )
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return (
    <div className="report grid gap-4">
      <Figures
        figures={[
          ['Shows', String(data.totals.shows)],
          ['Tickets', data.totals.tickets.toLocaleString('en-IN')],
        ]}
      />
      <Chart
        name="Tickets by days before the show"
        labels={labels}
        series={series}
        format={whole}
      />
      <DataTable name="Sales" columns={COLUMNS} rows={data.rows} rowId={({ key }) => key} />
    </div>
  )
}

const whole = (value: number) => value.toLocaleString('en-IN')

const COLUMNS: Column<SalesRow>[] = [
  {
    id: 'key',
    accessorFn: ({ key }) => Number(key),
    header: 'When',
    cell: ({ row }) => row.original.label,
  },
  {
    accessorKey: 'tickets',
    header: 'Tickets',
    cell: ({ row }) => <span className="tabular">{whole(row.original.tickets)}</span>,
  },
  {
    accessorKey: 'total',
    header: 'Until then',
    cell: ({ row }) => <span className="tabular">{whole(row.original.total)}</span>,
  },
  {
    accessorKey: 'share',
    header: 'Of all',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2">
        <span className="tabular w-14">{original.share} %</span>
        <span aria-hidden="true" className="share-bar" style={{ '--share': original.share }} />
      </span>
    ),
  },
]
