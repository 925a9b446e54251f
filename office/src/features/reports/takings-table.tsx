import { type DateRange, daysToRangeBefore } from '@marquee/contract/office/reports/date-range'
import type { TakingsBy, TakingsRow } from '@marquee/contract/office/reports/takings'
import { formatRupees } from '@marquee/contract/text/money'
import { addDays } from '@marquee/contract/time'
import { type ReactNode, useMemo } from 'react'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { Difference } from './figures.tsx'

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

interface TableProps {
  range: DateRange
  by: TakingsBy
  /** Shows one day alone. */
  onDay: (day: string) => void
  /** Shows the bookings behind a row. */
  onBookings: (row: TakingsRow) => void
  rows: TakingsRow[]
  before: TakingsRow[] | undefined
}

type TableRow = TakingsRow & { before: number | undefined }

/** The takings of each row, compared with the range before. */
export function TakingsTable({ range, by, rows, before, onDay, onBookings }: TableProps) {
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
      cell: ({ row }) => (
        <span className="tabular">{row.original.tickets.toLocaleString('en-IN')}</span>
      ),
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
        <RowButton name={`Bookings of ${original.label}`} onClick={() => onBookings(original)}>
          Bookings
        </RowButton>
      ),
    },
  ]
}

interface RowButtonProps {
  /** For screen readers, if the text does not name the row. */
  name?: string
  onClick: () => void
  children: ReactNode
}

const RowButton = ({ name, onClick, children }: RowButtonProps) => (
  <button
    type="button"
    aria-label={name}
    className="min-h-8 text-start pointer-coarse:min-h-11 font-semibold underline underline-offset-4"
    onClick={onClick}
  >
    {children}
  </button>
)
