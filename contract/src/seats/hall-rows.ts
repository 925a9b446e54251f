import { type DrawnRow, seatsOfRows } from './hall-seats.ts'
import type { NumberedSeat } from './seat-rows.ts'
import type { AccessType } from './seats.ts'

/** A row of seats as a manager describes it. `HallRow` of the office explains the fields. */
export interface RowOfSeats extends DrawnRow {
  category: string
  accessible?: number[] | undefined
  companion?: number[] | undefined
}

/** A seat of a row, with its number and what visitors see of it. */
export interface HallSeat extends NumberedSeat {
  category: string
  accessible?: AccessType | undefined
}

/** The positions of the seats from left to right. The leftmost seat is at 1, and a gap is an empty position. */
export function seatPositions({ seats, gaps = [] }: Pick<DrawnRow, 'seats' | 'gaps'>) {
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

/** Returns the seats of a hall, row by row and from left to right, with the positions of `seatsOfRows`. */
export const seatsOfHall = (rows: readonly RowOfSeats[]): HallSeat[] =>
  [...seatsOfRows(rows)].flatMap(([row, seats]) =>
    (row.direction === 'rightToLeft' ? seats.toReversed() : seats).map(({ label, number, x }) => {
      const accessible = accessOf(row, number)
      return {
        seatNumber: label,
        category: row.category,
        ...(accessible && { accessible }),
        ...(x !== null && { x }),
      }
    }),
  )

/** The kind of accessible place that a seat is. */
export function accessOf(
  { accessible, companion }: Pick<RowOfSeats, 'accessible' | 'companion'>,
  number: number,
): AccessType | undefined {
  if (accessible?.includes(number)) return 'wheelchair'
  return companion?.includes(number) ? 'companion' : undefined
}
