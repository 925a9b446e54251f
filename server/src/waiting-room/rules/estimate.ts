import { MINUTE_MS, SECOND_MS } from '@marquee/contract/time'

/** The rate of the last so many milliseconds counts. */
export const RATE_PERIOD_MS = 5 * MINUTE_MS
/** A rate of a shorter time is a guess. */
const MIN_PERIOD_MS = 10 * SECOND_MS

interface Progress {
  /** How many wait before the visitor. */
  ahead: number
  /** The turns that were given in the last RATE_PERIOD_MS. */
  turns: number
  /** For how long turns have been given, milliseconds. */
  givenForMs: number
}

/** About how long a visitor waits, in seconds. Null while no turns are given. */
export function estimateWait({ ahead, turns, givenForMs }: Progress) {
  if (turns === 0) return null
  const periodMs = Math.min(Math.max(givenForMs, MIN_PERIOD_MS), RATE_PERIOD_MS)
  return Math.ceil(((ahead + 1) * periodMs) / turns / SECOND_MS)
}
