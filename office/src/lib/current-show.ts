import type { Show } from '@marquee/contract/office/shows/shows'
import { MINUTE_MS } from '@marquee/contract/time'

const EARLY_MS = 30 * MINUTE_MS

/** The show that people arrive for or leave from: the first that is not over, or the next within half an hour. */
export function currentShow(shows: readonly Show[], now: number) {
  const open = shows.filter(({ endTime }) => Date.parse(endTime) + EARLY_MS > now)
  const arriving = open.find(({ startTime }) => Math.abs(Date.parse(startTime) - now) <= EARLY_MS)
  return arriving ?? open[0] ?? shows.at(-1)
}
