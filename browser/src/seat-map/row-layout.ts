import { type SeatTier, seatTier } from '@marquee/contract/seats'
import type { MapSeat } from './map-seat.ts'
import type { SeatRow } from './seat-rows.ts'

/** Width in cells. One cell is as wide as one seat. */
const AISLE_WIDTH = 0.5

export interface RowLayout<S extends MapSeat> {
  letters: string
  seats: S[]
  /** Cells from the middle of the row to its ends. */
  edge: number
  /** The seats between two aisles. `offset` is the distance from the middle of the row in cells. */
  blocks: { seat: S; offset: number }[][]
}

/** Positions every seat of a row. Rows are centred. */
export function layoutRow<S extends MapSeat>({ letters, seats, blocks }: SeatRow<S>): RowLayout<S> {
  const filled = blocks.filter(({ length }) => length > 0)
  const width = seats.length + (filled.length - 1) * AISLE_WIDTH
  let blockStart = -width / 2
  const positioned = filled.map((block) => {
    const start = blockStart
    blockStart += block.length + AISLE_WIDTH
    return block.map((seat, index) => ({ seat, offset: start + index + 0.5 }))
  })
  return { letters, seats, edge: width / 2, blocks: positioned }
}

/** Width of the widest row in cells, without its letters. */
export const layoutWidth = (rows: RowLayout<MapSeat>[]) =>
  Math.max(0, ...rows.map(({ edge }) => 2 * edge))

/** Neighbouring rows of the same tiers, which share a heading. */
export interface Band<S extends MapSeat> {
  tiers: SeatTier[]
  rows: RowLayout<S>[]
}

/** Groups rows into bands. Most rows have one tier. */
export function groupByBand<S extends MapSeat>(rows: RowLayout<S>[]): Band<S>[] {
  const bands: Band<S>[] = []
  for (const row of rows) {
    const tiers = [...new Set(row.seats.map(({ category }) => seatTier(category)))]
    const last = bands.at(-1)
    if (last?.tiers.join() === tiers.join()) last.rows.push(row)
    else bands.push({ tiers, rows: [row] })
  }
  return bands
}
