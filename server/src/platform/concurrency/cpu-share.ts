import { setTimeout as delay } from 'node:timers/promises'

/** The pause after work during which the process was busy with other things for long. */
const MAX_PAUSE_MS = 1000

/**
 * Runs the work and then pauses, so that it takes at most this share of the event loop if it is repeated. All processor time of this thread
 * counts: work gives way to other load. That of other threads does not. `signal` ends the pause.
 */
export async function withCpuShare(
  share: number,
  work: () => Promise<unknown>,
  signal?: AbortSignal,
) {
  const before = process.threadCpuUsage()
  await work()
  const pauseMs = pauseAfter(process.threadCpuUsage(before), share)
  await delay(pauseMs, undefined, signal && { signal }).catch(() => undefined)
}

/** Milliseconds of a pause after work that took these microseconds of processor time. */
export const pauseAfter = ({ user, system }: NodeJS.CpuUsage, share: number) =>
  Math.min(((user + system) / 1000) * (1 / share - 1), MAX_PAUSE_MS)
