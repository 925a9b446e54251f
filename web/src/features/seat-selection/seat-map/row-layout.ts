import type { Seat } from '@marquee/contract/seats'
import type { SeatRow } from './seat-rows.ts'

/** Widths in cells. One cell is as wide as one seat. */
const AISLE_WIDTH = 0.8
const LETTERS_WIDTH = 1.2

export interface RowLayout {
  letters: string
  seats: Seat[]
  /** Cells from the middle of the row to the letters on either side. */
  edge: number
  /** The seats between two aisles. `offset` is the distance from the middle of the row in cells. */
  blocks: { seat: Seat; offset: number }[][]
}

/** Positions every seat of a row. Rows are centred. */
export function layoutRow({ letters, seats, blocks }: SeatRow): RowLayout {
  const filled = blocks.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE_WIDTH
  let blockStart = -width / 2
  const positioned = filled.map((block) => {
    const start = blockStart
    blockStart += block.length + AISLE_WIDTH
    return block.map((seat, index) => ({ seat, offset: start + index + 0.5 }))
  })
  return { letters, seats, edge: (width + LETTERS_WIDTH) / 2, blocks: positioned }
}

/** Width of the widest row in cells, with its letters. */
export const layoutWidth = (rows: RowLayout[]) =>
  Math.max(0, ...rows.map(({ edge }) => 2 * edge + LETTERS_WIDTH))
