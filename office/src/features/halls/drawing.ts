import { MAX_POSITIONS } from '@marquee/contract/office/programme/screens'
import { hallWidth } from '@marquee/contract/seats/hall-seats'
import type { AccessType } from '@marquee/contract/seats/seats'
import {
  accessOf,
  emptyPositions,
  type HallRow,
  normalizeRow,
  rowWidth,
  seatNumbersOf,
  seatPositions,
} from './hall-row.ts'

/** What drawing makes of a position of a row. */
export type Brush = 'seat' | 'aisle' | AccessType

/** A seat in the drawing. */
export interface DrawnSeat {
  number: number
  access: AccessType | undefined
}

/**
 * The columns of the drawing of a hall, from 1 and around the middle of the screen. A hall grows on both sides, so that other rows stay where they are.
 */
export const countHallColumns = (rows: readonly HallRow[]) => Math.max(1, hallWidth(rows))

/** Columns left of the first seat of a row. A centred row is drawn without its two aisles. */
const startOf = (row: HallRow, columns: number) =>
  row.offset ?? Math.floor((columns - rowWidth(row)) / 2)

/** The seats of a row by their column. */
export function drawnSeats(row: HallRow, columns: number): Map<number, DrawnSeat> {
  const start = startOf(row, columns)
  const numbers = seatNumbersOf(row)
  return new Map(
    seatPositions(row).map((position, index) => {
      const number = numbers[index] ?? 0
      return [start + position, { number, access: accessOf(row, number) }]
    }),
  )
}

interface Stroke {
  /** The index of the row. */
  index: number
  /** May be outside the columns of the hall: it grows. */
  column: number
  brush: Brush
}

/** Rows after drawing. */
interface Drawn {
  rows: HallRow[]
  /** Columns by which the drawing has moved to the right, because the hall has another left end. */
  shift: number
}

/** Draws at one column of a row. A row keeps its last seat. Seats are numbered again, and accessible places stay where they are. */
export function drawAt(rows: readonly HallRow[], { index, column, brush }: Stroke): Drawn {
  const row = rows[index] as HallRow
  const columns = countHallColumns(rows)
  const before = drawnSeats(row, columns)
  const access = new Map([...before].map(([at, seat]) => [at, seat.access]))
  if (brush === 'aisle') access.delete(column)
  else access.set(column, brush === 'seat' ? undefined : brush)
  const at = [...access.keys()].toSorted((a, b) => a - b)
  const [first = 1, last = 1] = [at[0], at.at(-1)]
  if (at.length === 0 || last - first >= MAX_POSITIONS) return { rows: [...rows], shift: 0 }
  const isMoved = !before.has(first) || !before.has(last) || rowWidth(row) !== last - first + 1
  const drawn: HallRow = {
    ...row,
    seats: at.length,
    gaps: emptyPositions(at.map((one) => one - first + 1)),
  }
  const numbers = seatNumbersOf(drawn)
  const numbersWith = (kind: AccessType) =>
    numbers.filter((_, n) => access.get(at[n] ?? 0) === kind)
  const next = normalizeRow({
    ...drawn,
    accessible: numbersWith('wheelchair'),
    companion: numbersWith('companion'),
  })
  const isPlaced = isMoved || row.offset !== undefined
  return placeAt(rows.with(index, next), index, {
    columns,
    start: isPlaced ? first - 1 : undefined,
  })
}

/** A position of the drawing. */
export interface HallCell {
  /** The index of the row. */
  row: number
  column: number
}

/** Draws at several positions, by the columns that the hall has before. */
export const drawLine = (rows: readonly HallRow[], cells: readonly HallCell[], brush: Brush) =>
  cells.reduce<Drawn>(
    (before, { row: index, column }) => {
      const drawn = drawAt(before.rows, { index, column: column + before.shift, brush })
      return { rows: drawn.rows, shift: before.shift + drawn.shift }
    },
    { rows: [...rows], shift: 0 },
  )

/** Gives a row its start in the drawing, undefined for the middle, and keeps all others in their columns. */
function placeAt(
  rows: readonly HallRow[],
  index: number,
  { columns, start }: { columns: number; start: number | undefined },
): Drawn {
  const starts = rows.map((row, n) => {
    if (n === index) return start
    return row.offset
  })
  const placed = rows.flatMap((row, n) => {
    const from = starts[n]
    return from === undefined ? [] : [{ from, to: from + rowWidth(row) }]
  })
  const centred = hallWidth(rows.filter((_, n) => starts[n] === undefined))
  // The new left edge of the hall, in columns. Its right edge is as far from the middle.
  const left = Math.min(
    columns - Math.max(...placed.map(({ to }) => to)),
    Math.floor((columns - centred) / 2),
    ...placed.map(({ from }) => from),
  )
  const moved = rows.map((row, n) => {
    const from = starts[n]
    return from === undefined ? row : { ...row, offset: from - left }
  })
  return { rows: moved, shift: placed.length === 0 ? 0 : -left }
}

/** A row without drawn positions: the seat map centres it, and splits it with two aisles. */
export const splitRow = ({ offset: _, gaps: __, ...row }: HallRow): HallRow => row

/** A row in the middle of the hall, with its own aisles. */
export const centreRow = ({ offset: _, ...row }: HallRow): HallRow => row

/** Gives a centred row an offset, where it is now. */
export function placeRow(rows: readonly HallRow[], index: number): HallRow[] {
  const row = rows[index]
  if (!row || row.offset !== undefined) return [...rows]
  const columns = countHallColumns(rows)
  return placeAt(rows, index, { columns, start: startOf(row, columns) }).rows
}
