import type { RowLayout } from '@marquee/contract/seats/seat-rows'
import { useEffect, useState } from 'react'
import type { MapSeat } from './map-seat.ts'

/** A slow phone renders so many seats in about 50 ms. */
const SEATS_PER_STEP = 60
const STEP_MS = 16

/**
 * Returns the number of rows to render. It grows step by step, so that a large map does not block the page when it opens: the
 * page is painted first, the rows follow within a few frames. Until then they only take their space.
 */
export function useRenderedRows(rows: RowLayout<MapSeat>[]) {
  const [count, setCount] = useState(0)
  const next = countAfterStep(rows, count)

  useEffect(() => {
    if (next === count) return
    const timer = setTimeout(() => setCount(next), STEP_MS)
    return () => clearTimeout(timer)
  }, [count, next])
  return count
}

function countAfterStep(rows: RowLayout<MapSeat>[], count: number) {
  let seats = 0
  let next = count
  while (next < rows.length && seats < SEATS_PER_STEP) {
    seats += rows[next]?.seats.length ?? 0
    next += 1
  }
  return next
}
