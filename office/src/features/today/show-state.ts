import type { Show } from '@marquee/contract/office/shows'

export type ShowState = 'coming' | 'running' | 'over'

/** `now` is in epoch milliseconds. */
export function showState({ startTime, endTime }: Show, now: number): ShowState {
  if (now >= Date.parse(endTime)) return 'over'
  return now >= Date.parse(startTime) ? 'running' : 'coming'
}
