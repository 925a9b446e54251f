import { groupByRow, layoutRow } from './seat-rows.ts'

/** A row of seats as it is drawn (office/programme/screens.ts). */
export interface DrawnRow {
  row: string
  /** The number of seats. */
  seats: number
  /** The lowest seat number. */
  first?: number | undefined
  direction?: 'leftToRight' | 'rightToLeft' | undefined
  /** Empty positions between the left end of the hall, where its widest row begins, and the first seat. */
  offset?: number | undefined
  /** Its aisles: empty positions in the row, counted from 1 at its leftmost seat. */
  gaps?: readonly number[] | undefined
}

interface SeatOfRow {
  /** Row letters and number: A12. */
  label: string
  number: number
  /** Cells from the middle of the hall. Null: the seat map places the seat. */
  x: number | null
}

/** Whether the positions of the seats are drawn. Otherwise the seat map centres the row and splits it at 25 and 75 %. */
const isDrawn = ({ offset, gaps = [] }: Pick<DrawnRow, 'offset' | 'gaps'>) =>
  offset !== undefined || gaps.length > 0

/** Positions that a row takes, with its aisles. */
const widthOf = ({ seats, gaps = [] }: Omit<DrawnRow, 'row'>) => seats + gaps.length

/** Positions of the widest row, centred ones included: without the aisles of the seat map, so that an aisle that is drawn into such a row moves no other row. */
export const hallWidth = (rows: readonly Omit<DrawnRow, 'row'>[]) =>
  Math.max(0, ...rows.map((row) => (row.offset ?? 0) + widthOf(row)))

/** The seats of each row by number, with their positions in the hall. */
export function seatsOfRows<Row extends DrawnRow>(rows: readonly Row[]) {
  const columns = hallWidth(rows)
  return new Map(
    rows.map((row) => {
      const { first = 1, seats: count } = row
      const positions = positionsOf(row, columns)
      const seats = Array.from({ length: count }, (_, index): SeatOfRow => {
        const number = first + index
        const place = row.direction === 'rightToLeft' ? count - 1 - index : index
        return { label: `${row.row}${number}`, number, x: positions?.[place] ?? null }
      })
      return [row, seats] as const
    }),
  )
}

/** The positions of the seats of a row from left to right. Undefined if the seat map places them. */
function positionsOf(row: DrawnRow, columns: number) {
  if (!isDrawn(row)) return row.direction === 'rightToLeft' ? splitPositions(row.seats) : undefined
  const empty = new Set(row.gaps)
  const { offset = (columns - widthOf(row)) / 2 } = row
  return Array.from({ length: widthOf(row) }, (_, index) => index)
    .filter((index) => !empty.has(index + 1))
    .map((index) => offset + index - (columns - 1) / 2)
}

/** Where the seat map places the seats of a row that is not drawn, with its two aisles. */
function splitPositions(seats: number) {
  const numbered = Array.from({ length: seats }, (_, index) => ({ seatNumber: `A${index + 1}` }))
  return groupByRow(numbered).flatMap((row) =>
    layoutRow(row).sections.flatMap((section) => section.map(({ offset }) => offset)),
  )
}

/** How the rows with these seats are drawn: the opposite of `seatsOfRows`. */
export function drawRows(rows: readonly (readonly Omit<SeatOfRow, 'label'>[])[]) {
  const columns = Math.max(
    0,
    ...rows.map((row) =>
      isSplit(row) ? row.length : 1 + 2 * Math.max(...row.map(({ x }) => Math.abs(x ?? 0))),
    ),
  )
  return rows.map((seats): Omit<DrawnRow, 'row'> => {
    const numbers = seats.map(({ number }) => number)
    const first = Math.min(...numbers)
    const placed = seats.toSorted((one, other) => (one.x ?? 0) - (other.x ?? 0))
    const isReversed = (placed[0]?.number ?? 0) > (placed.at(-1)?.number ?? 0)
    return {
      seats: seats.length,
      first: first === 1 ? undefined : first,
      direction: isReversed ? 'rightToLeft' : undefined,
      ...(isSplit(seats) ? {} : drawnPositions(placed, columns)),
    }
  })
}

/** The seat map places the seats, from either side. */
function isSplit(seats: readonly Pick<SeatOfRow, 'x'>[]) {
  if (seats.every(({ x }) => x === null)) return true
  const positions = seats.map(({ x }) => x ?? 0).toSorted((one, other) => one - other)
  return splitPositions(seats.length).every((x, index) => x === positions[index])
}

function drawnPositions(placed: readonly Pick<SeatOfRow, 'x'>[], columns: number) {
  const [leftmost = 0, ...others] = placed.map(({ x }) => (x ?? 0) + (columns - 1) / 2)
  const taken = new Set([leftmost, ...others].map((column) => column - leftmost + 1))
  const width = Math.max(...taken)
  const empty = Array.from({ length: width }, (_, index) => index + 1).filter(
    (position) => !taken.has(position),
  )
  const isCentred = empty.length > 0 && leftmost === (columns - width) / 2
  return {
    offset: isCentred ? undefined : leftmost,
    gaps: empty.length > 0 ? empty : undefined,
  }
}
