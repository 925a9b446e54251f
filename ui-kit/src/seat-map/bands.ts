import type { RowLayout } from '@marquee/contract/seats/seat-rows'
import { type SeatTier, seatTier } from '@marquee/contract/seats/seat-tiers'
import type { MapSeat } from './map-seat.ts'

/** Neighbouring rows of the same tiers, which share a heading. */
interface Band<S extends MapSeat> {
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
