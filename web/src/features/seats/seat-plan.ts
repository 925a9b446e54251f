import type { Seat } from '@marquee/contract/seats'
import type { SeatRow } from './seat-rows.ts'

/** Cells that an aisle is wide. */
const AISLE = 0.8
/** Cells for the row's letters on either side. */
const LETTERS = 1.2

export interface PlannedRow {
  letters: string
  seats: Seat[]
  /** Cells from the middle of the row to the letters on either side. */
  edge: number
  /** What stands between two aisles; `offset` counts cells from the middle of the row. */
  blocks: { seat: Seat; offset: number }[][]
}

/** Where every seat of a row stands, rows being centred. */
export function planRow({ letters, seats, blocks }: SeatRow): PlannedRow {
  const filled = blocks.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE
  let reached = -width / 2
  const planned = filled.map((block) => {
    const from = reached
    reached += block.length + AISLE
    return block.map((seat, place) => ({ seat, offset: from + place + 0.5 }))
  })
  return { letters, seats, edge: (width + LETTERS) / 2, blocks: planned }
}

/** Cells that the widest row needs, its letters included. */
export const planWidth = (rows: PlannedRow[]) =>
  Math.max(0, ...rows.map(({ edge }) => 2 * edge + LETTERS))
