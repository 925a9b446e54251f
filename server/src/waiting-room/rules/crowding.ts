import { MINUTE_MS } from '@marquee/contract/time'

// When a queue starts and ends by itself. Pure.

const WATCHERS_PER_SEAT = 4
/** A server takes this many visitors of a small hall without effort. */
const MIN_THRESHOLD = 300
/** A node shares its count from this share of the threshold on, so that eight nodes together notice that it is reached. */
const NEAR_SHARE = 1 / 8
/** The queue does not end while more than this share of the threshold watch, so that it does not start again at once. */
const CALM_SHARE = 1 / 2
/** It does not end in the first minute after it has opened or has given a turn. */
const CALM_MS = MINUTE_MS

/** `setting`: QUEUE_THRESHOLD; undefined: by the size of the hall. Returns Infinity for `off`. */
export function thresholdOf(setting: number | 'off' | undefined, seats: number) {
  if (setting === 'off') return Number.POSITIVE_INFINITY
  return setting ?? Math.max(WATCHERS_PER_SEAT * seats, MIN_THRESHOLD)
}

/** The smallest number of watchers of a node that may be near the threshold of any hall. */
export const nearCountOf = (setting: number | 'off' | undefined) =>
  setting === 'off' ? Number.POSITIVE_INFINITY : (setting ?? MIN_THRESHOLD) * NEAR_SHARE

export const isCrowded = (watchers: number, threshold: number) => watchers > threshold

interface Calm {
  waiting: number
  watchers: number
  threshold: number
  /** Since the queue has opened or has given its last turn, milliseconds. */
  quietMs: number
}

export const isCalm = ({ waiting, watchers, threshold, quietMs }: Calm) =>
  waiting === 0 && watchers <= threshold * CALM_SHARE && quietMs >= CALM_MS
