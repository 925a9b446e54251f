import { getVisits, type VisitsRow } from '@marquee/contract/office/reports/attendance'
import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { showPath } from '#lib/access.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Chart } from './chart.tsx'
import { Figures } from './figures.tsx'
import { useReport } from './reports.queries.ts'

/** Who came, who did not, and when people came. */
export function VisitsReport({ range }: { range: DateRange }) {
  const { data, error, refetch } = useReport(getVisits, { querystring: range })
  const arrivals = data?.arrivals
  const labels = useMemo(() => (arrivals ?? []).map(({ minute }) => minuteName(minute)), [arrivals])
  const series = useMemo(
    () => [
      { name: 'People', values: (arrivals ?? []).map(({ people }) => people), as: 'bars' as const },
    ],
    [arrivals],
  )
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  const { tickets, admitted, noShows, late } = data.totals
  const percent = (part: number, whole: number) =>
    whole > 0 ? `${Math.round((100 * part) / whole)} %` : undefined
  return (
    <div className="report grid gap-4">
      <Figures
        figures={[
          ['Tickets', tickets.toLocaleString('en-IN')],
          ['Let in', admitted.toLocaleString('en-IN'), percent(admitted, tickets)],
          ['Did not come', noShows.toLocaleString('en-IN'), percent(noShows, tickets)],
          ['Came after the start', late.toLocaleString('en-IN'), percent(late, admitted)],
        ]}
      />
      <Chart
        name="Arrivals, in minutes from the start of the show"
        labels={labels}
        series={series}
        format={wholeNumber}
      />
      <table className="sr-only">
        <caption>Arrivals by minutes from the start of the show</caption>
        <tbody>
          {data.arrivals.map(({ minute, people }) => (
            <tr key={minute}>
              <th scope="row">{minuteName(minute)}</th>
              <td>{people}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DataTable name="Visits" columns={COLUMNS} rows={data.rows} rowId={({ key }) => key} />
    </div>
  )
}

/** `−5`, `0`, `+10`. */
const minuteName = (minute: number) => {
  if (minute === 0) return '0'
  return minute < 0 ? `−${-minute}` : `+${minute}`
}

const wholeNumber = (value: number) => value.toLocaleString('en-IN')

const number = (
  header: string,
  field: 'tickets' | 'admitted' | 'noShows' | 'late',
): Column<VisitsRow> => ({
  accessorKey: field,
  header,
  cell: ({ row }) => <span className="tabular">{row.original[field]}</span>,
})

const COLUMNS: Column<VisitsRow>[] = [
  {
    accessorKey: 'label',
    header: 'Show',
    cell: ({ row: { original } }) => (
      <Link to={showPath(original.key)} className="font-semibold text-link">
        {original.label}
      </Link>
    ),
  },
  number('Tickets', 'tickets'),
  number('Let in', 'admitted'),
  number('Did not come', 'noShows'),
  number('After the start', 'late'),
]
