import type { Log } from './log.ts'

export interface IntervalJob {
  /** What it does, for the log. */
  name: string
  /** The pause before each run, milliseconds. */
  pauseMs: number
  /** `signal` is aborted when the job is stopped. */
  run: (signal: AbortSignal) => unknown
  /** How long the end of the current run is waited for when the job is stopped. Left out: until it ends. */
  closeTimeoutMs?: number
}

/**
 * Runs jobs repeatedly, with a pause after each run. A failed run is logged. Returns a function that stops all jobs; its promise resolves when
 * the current runs are done.
 */
export function startIntervalJobs(jobs: readonly IntervalJob[], log: Log) {
  const stops = jobs.map((job) => startJob(job, log))
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

function startJob({ name, pauseMs, run, closeTimeoutMs }: IntervalJob, log: Log) {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current: Promise<void> = Promise.resolve()

  async function runOnce() {
    try {
      await run(closing.signal)
    } catch (error) {
      // The log limits repeated lines by their message: with its name, a job does not hide the failures of the others.
      log.warn({ err: error }, `interval job failed: ${name}`)
    }
    if (!closing.signal.aborted) wait()
  }
  function wait() {
    timer = setTimeout(() => {
      current = runOnce()
    }, pauseMs)
  }
  wait()

  return async () => {
    closing.abort()
    clearTimeout(timer)
    if (closeTimeoutMs === undefined) return current
    const timeout = Promise.withResolvers<void>()
    setTimeout(timeout.resolve, closeTimeoutMs).unref()
    return Promise.race([current, timeout.promise])
  }
}
