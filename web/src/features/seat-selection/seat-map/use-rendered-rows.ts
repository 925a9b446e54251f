import { useEffect, useLayoutEffect, useState } from 'react'
import type { RowLayout } from './row-layout.ts'

/** A slow phone renders so many seats in about 50 ms. */
const SEATS_PER_STEP = 80
const STEP_MS = 16

/**
 * Returns the number of rows to render. It grows step by step, so that a large map does not block the page when it opens:
 * the first rows are in the first paint, the others follow within a few frames.
 */
export function useRenderedRows(rows: RowLayout[]) {
  const [count, setCount] = useState(0)
  const next = countAfterStep(rows, count)

  // The first rows are rendered when the size of the map is known, and before it is painted.
  useLayoutEffect(() => setCount((current) => Math.max(current, countAfterStep(rows, 0))), [rows])
  useEffect(() => {
    if (count === 0 || next === count) return
    const timer = setTimeout(() => setCount(next), STEP_MS)
    return () => clearTimeout(timer)
  }, [count, next])
  return count
}

function countAfterStep(rows: RowLayout[], count: number) {
  let seats = 0
  let next = count
  while (next < rows.length && seats < SEATS_PER_STEP) {
    seats += rows[next]?.seats.length ?? 0
    next += 1
  }
  return next
}
