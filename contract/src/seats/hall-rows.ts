import { groupByRow, layoutRow, layoutWidth, type NumberedSeat } from './seat-rows.ts'
import type { AccessType } from './seats.ts'

/** A row of seats as a manager describes it. `HallRow` of the office explains the fields. */
export interface RowOfSeats {
  row: string
  seats: number
  category: string
  accessible?: number[] | undefined
  companion?: number[] | undefined
  first?: number | undefined
  direction?: 'leftToRight' | 'rightToLeft' | undefined
  offset?: number | undefined
  gaps?: number[] | undefined
}

/** A seat of a row, with its number and what visitors see of it. */
export interface SeatOfRow extends NumberedSeat {
  category: string
  accessible?: AccessType | undefined
}

/** Whether the positions of the seats are drawn. Otherwise the seat map centres the row and splits it at 25 and 75 %. */
export const isDrawn = ({ offset, gaps }: Pick<RowOfSeats, 'offset' | 'gaps'>) =>
  offset !== undefined || gaps !== undefined

/** The positions of the seats from left to right. The leftmost seat is at 1, and a gap is an empty position. */
export function seatPositions({ seats, gaps = [] }: Pick<RowOfSeats, 'seats' | 'gaps'>) {
  const empty = new Set(gaps)
  const positions: number[] = []
  for (let position = 1; positions.length < seats; position += 1)
    if (!empty.has(position)) positions.push(position)
  return positions
}

/** The numbers of the seats from left to right, for a viewer who faces the screen. */
export function seatNumbersOf({ seats, first = 1, direction }: RowOfSeats) {
  const numbers = Array.from({ length: seats }, (_, index) => first + index)
  return direction === 'rightToLeft' ? numbers.toReversed() : numbers
}

/**
 * Returns the seats of a hall, row by row and from left to right. Position 1 of drawn rows is at the left edge of the widest row. Seats of drawn rows, and of
 * rows that are numbered from the right, have an `x`.
 */
export function seatsOfHall(rows: readonly RowOfSeats[]): SeatOfRow[] {
  const half = Math.max(0, ...rows.map(rowWidth)) / 2
  return rows.flatMap((row) => {
    const xs = seatXs(row, half)
    return seatNumbersOf(row).map((number, index) => seatOf(row, number, xs[index]))
  })
}

const seatOf = (row: RowOfSeats, number: number, x: number | undefined): SeatOfRow => {
  const accessible = accessOf(row, number)
  return {
    seatNumber: `${row.row}${number}`,
    category: row.category,
    ...(accessible && { accessible }),
    ...(x !== undefined && { x }),
  }
}

/** The kind of accessible place that a seat is. */
export function accessOf(
  { accessible, companion }: Pick<RowOfSeats, 'accessible' | 'companion'>,
  number: number,
): AccessType | undefined {
  if (accessible?.includes(number)) return 'wheelchair'
  return companion?.includes(number) ? 'companion' : undefined
}

/** A row of so many seats, as the seat map centres it. */
const centred = (seats: number) =>
  groupByRow(Array.from({ length: seats }, (_, index) => ({ seatNumber: `A${index + 1}` }))).map(
    layoutRow,
  )

/** Width of a row in cells, with its offset. */
const rowWidth = (row: RowOfSeats) =>
  isDrawn(row)
    ? (row.offset ?? 0) + (seatPositions(row).at(-1) ?? 0)
    : layoutWidth(centred(row.seats))

/** The `x` of each seat from left to right. Empty if the seat map finds the positions itself. */
function seatXs(row: RowOfSeats, half: number) {
  if (isDrawn(row))
    return seatPositions(row).map((position) => (row.offset ?? 0) + position - 0.5 - half)
  if (row.direction !== 'rightToLeft') return []
  return centred(row.seats).flatMap(({ sections }) => sections.flat().map(({ offset }) => offset))
}
