import type { Show } from '@marquee/contract/office/shows/shows'
import { MINUTE_MS } from '@marquee/contract/time'

const EARLY_MS = 30 * MINUTE_MS

/**
 * The first show that starts at most half an hour before or after now. Else the first one that has not ended more than half an hour ago, else the
 * last one. `shows` are in the order of their starts, `now` is epoch milliseconds.
 */
export function currentShow(shows: readonly Show[], now: number) {
  const open = shows.filter(({ endTime }) => Date.parse(endTime) + EARLY_MS > now)
  const arriving = open.find(({ startTime }) => Math.abs(Date.parse(startTime) - now) <= EARLY_MS)
  return arriving ?? open[0] ?? shows.at(-1)
}
