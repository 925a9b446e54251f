import { MAX_POSITIONS } from '@marquee/contract/office/programme/screens'
import { accessOf, seatNumbersOf, seatPositions } from '@marquee/contract/seats/hall-rows'
import { isDrawn } from '@marquee/contract/seats/hall-seats'
import type { AccessType } from '@marquee/contract/seats/seats'
import { gapsOf, type HallRow, normalizeRow } from './hall-row.ts'

/** What drawing makes of a position of a row. */
export type Brush = 'seat' | 'gap' | AccessType

/** A seat in the drawing. */
export interface DrawnSeat {
  number: number
  access: AccessType | undefined
}

/** Positions of the hall: those of the widest row. */
export const hallWidth = (rows: readonly HallRow[]) =>
  Math.max(0, ...rows.map((row) => (row.offset ?? 0) + (seatPositions(row).at(-1) ?? 0)))

/** The seats of a row by their position in the hall, from 1. A centred row is drawn in the middle, without its aisles. */
export function drawnSeats(row: HallRow, width: number): Map<number, DrawnSeat> {
  const offset = isDrawn(row) ? (row.offset ?? 0) : Math.max(0, Math.floor((width - row.seats) / 2))
  const numbers = seatNumbersOf(row)
  return new Map(
    seatPositions(row).map((position, index) => {
      const number = numbers[index] ?? 0
      return [position + offset, { number, access: accessOf(row, number) }]
    }),
  )
}

/** Draws at one position of a row. A row keeps its last seat. Seats are numbered again, and accessible places stay where they are. */
export function drawAt(
  row: HallRow,
  { position, width, brush }: { position: number; width: number; brush: Brush },
): HallRow {
  const before = drawnSeats(row, width)
  const access = new Map([...before].map(([at, seat]) => [at, seat.access]))
  if (brush === 'gap') access.delete(position)
  else access.set(position, brush === 'seat' ? undefined : brush)
  if (access.size === 0 || position < 1 || position > MAX_POSITIONS) return row
  const positions = [...access.keys()].toSorted((a, b) => a - b)
  const offset = (positions[0] ?? 1) - 1
  const staysCentred = !isDrawn(row) && access.size === before.size
  const next: HallRow = {
    ...row,
    seats: positions.length,
    ...(!staysCentred && { offset, gaps: gapsOf(positions.map((at) => at - offset)) }),
  }
  const numbers = seatNumbersOf(next)
  const numbersWith = (kind: AccessType) =>
    numbers.filter((_, index) => access.get(positions[index] ?? 0) === kind)
  return normalizeRow({
    ...next,
    accessible: numbersWith('wheelchair'),
    companion: numbersWith('companion'),
  })
}

/** A row without drawn positions, which the seat map centres. */
export const centreRow = ({ offset: _, gaps: __, ...row }: HallRow): HallRow => row

/** A centred row drawn where it is now. */
export const placeRow = (row: HallRow, width: number): HallRow =>
  isDrawn(row) ? row : { ...row, offset: Math.max(0, Math.floor((width - row.seats) / 2)) }

/** Moves all drawn rows to the right, which gives room on the left. */
export const shiftRight = (rows: readonly HallRow[]): HallRow[] =>
  rows.map((row) => (isDrawn(row) ? { ...row, offset: (row.offset ?? 0) + 1 } : row))
