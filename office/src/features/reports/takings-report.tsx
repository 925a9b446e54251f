import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { daysToRangeBefore, rangeBefore } from '@marquee/contract/office/reports/date-range'
import type { TakingsBy, TakingsRow } from '@marquee/contract/office/reports/takings'
import { formatRupees } from '@marquee/contract/text/money'
import { addDays } from '@marquee/contract/time'
import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { type ReactNode, useMemo } from 'react'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Chart } from './chart.tsx'
import { Difference } from './difference.tsx'
import { Figures } from './figures.tsx'
import { beforeName, isOneDay, rangeName } from './ranges.ts'
import { type Takings, useTakings } from './reports.queries.ts'

export const TAKINGS_DIVISIONS: Readonly<Record<TakingsBy, string>> = {
  day: 'Day',
  movie: 'Movie',
  screen: 'Screen',
  show: 'Show',
  category: 'Category',
  channel: 'Where it was sold',
  payment: 'Payment',
  device: 'Device',
  person: 'Person',
}

interface Props {
  range: DateRange
  by: TakingsBy
  onDivide: (by: TakingsBy) => void
  /** Shows one day alone. */
  onDay: (day: string) => void
  /** Shows the bookings behind a row. Undefined: behind all of them. */
  onBookings: (row: Pick<TakingsRow, 'key' | 'label'> | undefined) => void
}

/** What was paid and refunded, compared with the range before. */
export function TakingsReport({ range, by, onDivide, onDay, onBookings }: Props) {
  const { takings, before } = useTakings(range, by)
  if (takings.error)
    return <LoadError error={takings.error} onRetry={() => void takings.refetch()} />
  if (!takings.data) return <SkeletonRows rows={6} />
  return (
    <div className="grid gap-4">
      <TakingsFigures
        totals={takings.data.totals}
        before={before.data?.totals}
        range={range}
        onBookings={() => onBookings(undefined)}
      />
      {by === 'day' && !isOneDay(range) && (
        <DaysChart takings={takings.data} before={before.data} />
      )}
      <SelectField
        label="Divide by"
        value={by}
        className="w-56 print:hidden"
        onChange={({ target }) => onDivide(target.value as TakingsBy)}
      >
        {Object.entries(TAKINGS_DIVISIONS).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <TakingsTable
        {...{ range, by, onDay, onBookings }}
        rows={takings.data.rows}
        before={before.data?.rows}
      />
    </div>
  )
}

interface FiguresProps {
  totals: Takings['totals']
  before: Takings['totals'] | undefined
  range: DateRange
  onBookings: () => void
}

function TakingsFigures({ totals, before, range, onBookings }: FiguresProps) {
  const figure = (name: string, field: 'gross' | 'refunds' | 'net') =>
    [
      name,
      formatRupees(totals[field]),
      <Difference key={field} now={totals[field]} before={before?.[field]} format={formatRupees} />,
    ] as const
  const tickets = (
    <Difference
      now={totals.tickets}
      before={before?.tickets}
      format={(value) => value.toLocaleString('en-IN')}
    />
  )
  const average = totals.average === null ? '–' : formatRupees(totals.average)
  return (
    <section aria-label="Totals" className="grid gap-2">
      <Figures
        figures={[
          figure('Net', 'net'),
          figure('Gross', 'gross'),
          figure('Refunds', 'refunds'),
          ['Tickets', totals.tickets.toLocaleString('en-IN'), tickets],
          ['Net per ticket', average],
        ]}
      />
      <p className="flex flex-wrap items-center justify-between gap-x-6 text-sm text-ash">
        <span>
          {rangeName(range)}. Compared with {rangeName(rangeBefore(range))} ({beforeName(range)}).
        </span>
        <button
          type="button"
          className="min-h-11 font-semibold text-ivory underline underline-offset-4 print:hidden"
          onClick={onBookings}
        >
          All bookings behind these figures
        </button>
      </p>
    </section>
  )
}

function DaysChart({ takings, before }: { takings: Takings; before: Takings | undefined }) {
  const labels = useMemo(() => takings.rows.map(({ label }) => shortDay(label)), [takings])
  const series = useMemo(() => {
    const netOf = ({ rows }: Takings) => rows.map(({ net }) => net)
    return [
      { name: 'Net', values: netOf(takings), as: 'bars' as const },
      ...(before
        ? [{ name: beforeName(takings), values: netOf(before), as: 'line' as const }]
        : []),
    ]
  }, [takings, before])
  return <Chart name="Net by day" labels={labels} series={series} format={formatRupees} />
}

/** `Sat 28 Nov` of `Sat, 28 Nov 2026`. */
const shortDay = (label: string) => label.replace(',', '').replace(/ \d{4}$/, '')

interface TableProps extends Pick<Props, 'range' | 'by' | 'onDay' | 'onBookings'> {
  rows: TakingsRow[]
  before: TakingsRow[] | undefined
}

type TableRow = TakingsRow & { before: number | undefined }

function TakingsTable({ range, by, rows, before, onDay, onBookings }: TableProps) {
  const compared = useMemo(
    () => compareRows({ rows, before, range, by }),
    [rows, before, range, by],
  )
  const columns = createColumns({ by, onDay, onBookings })
  if (compared.length === 0)
    return <p className="panel p-4 text-ash">Nothing was paid or refunded on these days.</p>
  return (
    <DataTable
      name="Takings"
      columns={columns}
      rows={compared}
      rowId={({ key }) => key || 'none'}
    />
  )
}

/** A day is compared with the day of the range before at the same place. Shows have none. Rows that only the range before has are listed too. */
function compareRows({
  rows,
  before,
  range,
  by,
}: Pick<TableProps, 'rows' | 'before' | 'range' | 'by'>) {
  if (before === undefined || by === 'show')
    return rows.map((row): TableRow => ({ ...row, before: undefined }))
  const days = daysToRangeBefore(range)
  const earlier = new Map(before.map((row) => [row.key, row]))
  const keyBefore = (key: string) => (by === 'day' ? addDays(key, -days) : key)
  const compared = rows.map(
    (row): TableRow => ({ ...row, before: earlier.get(keyBefore(row.key))?.net ?? 0 }),
  )
  if (by === 'day') return compared
  const keys = new Set(rows.map(({ key }) => key))
  const gone = before.filter(({ key }) => !keys.has(key))
  const nothing = { gross: 0, refunds: 0, net: 0, tickets: 0, refundedTickets: 0, average: null }
  return [...compared, ...gone.map((row): TableRow => ({ ...row, ...nothing, before: row.net }))]
}

const amount = (name: string, field: 'net' | 'gross' | 'refunds'): Column<TableRow> => ({
  accessorKey: field,
  header: name,
  cell: ({ row }) => <span className="tabular">{formatRupees(row.original[field])}</span>,
})

function createColumns({
  by,
  onDay,
  onBookings,
}: Pick<TableProps, 'by' | 'onDay' | 'onBookings'>): Column<TableRow>[] {
  const label: Column<TableRow> = {
    accessorKey: by === 'day' ? 'key' : 'label',
    header: TAKINGS_DIVISIONS[by],
    cell: ({ row: { original } }) =>
      by === 'day' ? (
        <RowButton onClick={() => onDay(original.key)}>{original.label}</RowButton>
      ) : (
        original.label
      ),
  }
  return [
    label,
    amount('Net', 'net'),
    {
      id: 'difference',
      header: 'Change',
      accessorFn: ({ net, before }) => net - (before ?? net),
      cell: ({ row: { original } }) => (
        <Difference now={original.net} before={original.before} format={formatRupees} />
      ),
    },
    amount('Gross', 'gross'),
    amount('Refunds', 'refunds'),
    {
      accessorKey: 'tickets',
      header: 'Tickets',
      cell: ({ row }) => <span className="tabular">{row.original.tickets}</span>,
    },
    {
      accessorKey: 'average',
      header: 'Net per ticket',
      cell: ({ row: { original } }) => (
        <span className="tabular">
          {original.average === null ? '–' : formatRupees(original.average)}
        </span>
      ),
    },
    {
      id: 'bookings',
      header: 'Bookings',
      enableSorting: false,
      cell: ({ row: { original } }) => (
        <RowButton onClick={() => onBookings(original)}>
          Bookings<span className="sr-only"> of {original.label}</span>
        </RowButton>
      ),
    },
  ]
}

const RowButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="min-h-8 text-start font-semibold underline underline-offset-4"
    onClick={onClick}
  >
    {children}
  </button>
)
