import type { Show } from '@marquee/contract/office/shows/shows'

export type ShowState = 'coming' | 'running' | 'over' | 'cancelled'

/** `now` is in epoch milliseconds. */
export function showState({ cancelled, startTime, endTime }: Show, now: number): ShowState {
  if (cancelled) return 'cancelled'
  if (now >= Date.parse(endTime)) return 'over'
  return now >= Date.parse(startTime) ? 'running' : 'coming'
}
