import { getSeatSales, type SeatSalesRow } from '@marquee/contract/office/reports/attendance'
import type { DateRange } from '@marquee/contract/office/reports/date-range'
import { groupByRow, layoutRow } from '@marquee/contract/seats/seat-rows'
import { SelectField } from '@marquee/ui-kit/ui/field.tsx'
import { useState } from 'react'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LoadError, SkeletonRows } from '#ui/states.tsx'
import { Figures } from './figures.tsx'
import { NamedSelect } from './named-select.tsx'
import { useReport } from './reports.queries.ts'

interface Props {
  range: DateRange
  screen: string | undefined
  onScreen: (screen: string) => void
}

const SHADES = {
  share: 'How often each seat is sold',
  rank: 'Which seats are sold first',
} as const
type Shade = keyof typeof SHADES

/** Which seats of a hall sell, and which of them first. */
export function SeatReport({ range, screen, onScreen }: Props) {
  const [shade, setShade] = useState<Shade>('share')
  const { data, error, refetch } = useReport(getSeatSales, { querystring: { ...range, screen } })
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  const { shows, sold, share } = data.totals
  return (
    <div className="report grid gap-4">
      <div className="flex flex-wrap gap-3 print:hidden">
        <SelectField
          label="Hall"
          value={data.screen?._id ?? ''}
          className="w-56"
          onChange={({ target }) => onScreen(target.value)}
        >
          {data.screens.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <NamedSelect label="Shade" names={SHADES} value={shade} onChange={setShade} />
      </div>
      <Figures
        figures={[
          ['Shows', String(shows)],
          ['Seats sold', sold.toLocaleString('en-IN')],
          ['Of all seats', `${share} %`],
        ]}
      />
      <SeatShades rows={data.rows} shade={shade} />
      <DataTable name="Seats" columns={COLUMNS} rows={data.rows} rowId={({ key }) => key} />
    </div>
  )
}

const COLUMNS: Column<SeatSalesRow>[] = [
  { accessorKey: 'label', header: 'Seat', sortFn: 'alphanumeric' },
  { accessorKey: 'category', header: 'Category' },
  {
    accessorKey: 'share',
    header: 'Sold',
    cell: ({ row: { original } }) => (
      <span className="tabular">
        {original.share} % ({original.sold})
      </span>
    ),
  },
  {
    id: 'rank',
    accessorFn: ({ rank }) => rank ?? 101,
    header: 'Order of sale',
    cell: ({ row: { original } }) => (
      <span className="tabular">{original.rank === null ? '–' : rankName(original.rank)}</span>
    ),
  },
]

/** `first 10 %`. */
const rankName = (rank: number) => `first ${Math.max(1, rank)} %`

const CELL = 10

/** The hall as a drawing: the darker a seat, the more often or the earlier it is sold. The table has the same figures. */
function SeatShades({ rows, shade }: { rows: readonly SeatSalesRow[]; shade: Shade }) {
  const seats = rows.map((row) => ({ ...row, seatNumber: row.label }))
  const laidOut = groupByRow(seats).map(layoutRow)
  const cells = laidOut.flatMap(({ sections }, row) =>
    sections.flat().map(({ seat, offset }) => ({ seat, x: offset, row })),
  )
  const left = Math.min(...cells.map(({ x }) => x))
  const right = Math.max(...cells.map(({ x }) => x))
  const highestShare = Math.max(...rows.map(({ share }) => share))
  if (cells.length === 0) return null
  return (
    <figure className="panel p-3">
      <figcaption className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <span className="font-semibold">{SHADES[shade]}</span>
        <span className="text-sm text-ash">
          {shade === 'share'
            ? `Dark: sold at ${highestShare} % of the shows. Empty: not sold`
            : 'Dark: sold first. Empty: not sold'}
        </span>
      </figcaption>
      <svg
        aria-hidden="true"
        className="seat-shades"
        viewBox={`${(left - 2.5) * CELL} ${-1.5 * CELL} ${(right - left + 5) * CELL} ${(laidOut.length + 1.5) * CELL}`}
      >
        <text x={((left + right) / 2) * CELL} y={-0.6 * CELL} className="seat-shades-text">
          SCREEN
        </text>
        {laidOut.map(({ letters }, row) => (
          <text
            key={letters}
            x={(left - 1.6) * CELL}
            y={(row + 0.7) * CELL}
            className="seat-shades-text"
          >
            {letters}
          </text>
        ))}
        {cells.map(({ seat, x, row }) => (
          <rect
            key={seat.key}
            className="seat-shade"
            x={(x - 0.44) * CELL}
            y={(row + 0.06) * CELL}
            width={0.88 * CELL}
            height={0.88 * CELL}
            rx={1.5}
            style={{ '--share': darkness(seat, shade, highestShare) }}
          />
        ))}
      </svg>
    </figure>
  )
}

/** Percent. Seats are compared with the one that is sold most often, so that the hall of a quiet week has shades too. */
const darkness = ({ share, rank }: SeatSalesRow, shade: Shade, highestShare: number) => {
  if (shade === 'share') return share === 0 ? 0 : (100 * share) / highestShare
  return rank === null ? 0 : 100 - 0.9 * rank
}
