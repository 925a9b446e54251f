import {
  getOccupancy,
  type OccupancyBy,
  type OccupancyRow,
} from '@marquee/contract/office/reports/attendance'
import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { countOf } from '@marquee/contract/text/count'
import { Link } from 'react-router'
import { showPath } from '#lib/access.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { ScrollRegion } from '#ui/scroll-region.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Figures } from './figures.tsx'
import { NamedSelect } from './named-select.tsx'
import { useReport } from './reports.queries.ts'

const OCCUPANCY_DIVISIONS: Readonly<Record<OccupancyBy, string>> = {
  hour: 'Weekday and hour',
  show: 'Show',
  day: 'Day',
  movie: 'Movie',
  screen: 'Screen',
}

interface Props {
  range: DateRange
  by: OccupancyBy
  onDivide: (by: OccupancyBy) => void
}

/** How full the shows are. */
export function OccupancyReport({ range, by, onDivide }: Props) {
  const { data, error, refetch } = useReport(getOccupancy, { querystring: { ...range, by } })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  const { shows, capacity, sold, share } = data.totals
  return (
    <div className="report grid gap-4">
      <Figures
        figures={[
          ['Occupancy', `${share} %`],
          ['Shows', String(shows)],
          ['Seats', capacity.toLocaleString('en-IN')],
          ['Sold', sold.toLocaleString('en-IN')],
        ]}
      />
      <NamedSelect label="Divide by" names={OCCUPANCY_DIVISIONS} value={by} onChange={onDivide} />
      {by === 'hour' ? (
        <HeatMap rows={data.rows} />
      ) : (
        <DataTable
          name="Occupancy"
          columns={columnsOf(by)}
          rows={data.rows}
          rowId={({ key }) => key}
        />
      )}
    </div>
  )
}

const number = (header: string, field: 'shows' | 'capacity' | 'sold'): Column<OccupancyRow> => ({
  accessorKey: field,
  header,
  cell: ({ row }) => <span className="tabular">{row.original[field].toLocaleString('en-IN')}</span>,
})

const columnsOf = (by: OccupancyBy): Column<OccupancyRow>[] => [
  {
    accessorKey: 'label',
    header: OCCUPANCY_DIVISIONS[by],
    cell: ({ row: { original } }) =>
      by === 'show' ? (
        <Link to={showPath(original.key)} className="font-semibold text-link">
          {original.label}
        </Link>
      ) : (
        original.label
      ),
  },
  {
    accessorKey: 'share',
    header: 'Occupancy',
    cell: ({ row: { original } }) => (
      <span className="flex items-center gap-2">
        <span className="tabular w-14">{original.share} %</span>
        <span aria-hidden="true" className="share-bar" style={{ '--share': original.share }} />
      </span>
    ),
  },
  number('Sold', 'sold'),
  number('Seats', 'capacity'),
  ...(by === 'show' ? [] : [number('Shows', 'shows')]),
]

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** A business day ends in the morning. */
const FIRST_HOUR = 5

/** Weekdays and hours: the darker, the fuller. Each cell has its number. */
function HeatMap({ rows }: { rows: readonly OccupancyRow[] }) {
  const byKey = new Map(rows.map((row) => [row.key, row]))
  const hours = [...new Set(rows.map(({ key }) => Number(key.split('-')[1])))].toSorted(
    (one, other) => hourOrder(one) - hourOrder(other),
  )
  if (rows.length === 0) return <p className="panel p-4 text-ash">No shows on these days.</p>
  return (
    <ScrollRegion name="Weekdays and hours" className="panel p-3">
      <table aria-label="Occupancy by weekday and hour" className="heat-map">
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">Day</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col">
                {hourName(hour)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKDAYS.map((name, index) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {hours.map((hour) => (
                <HeatCell key={hour} row={byKey.get(`${index + 1}-${hour}`)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const hourOrder = (hour: number) => (hour < FIRST_HOUR ? hour + 24 : hour)

const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

function HeatCell({ row }: { row: OccupancyRow | undefined }) {
  if (!row) return <td />
  const { share, sold, capacity, shows } = row
  return (
    <td
      className="heat-cell tabular"
      style={{ '--share': share }}
      title={`${sold} of ${capacity} seats, ${countOf(shows, 'show')}`}
    >
      {Math.round(share)} %
    </td>
  )
}
