import type { Log } from './log.ts'

/**
 * Runs a job repeatedly, with a pause after each run. A failed run is logged. Returns a function that stops the job; its promise
 * resolves when the current run is done.
 */
export function startIntervalJob(job: () => Promise<unknown>, pauseMs: number, log: Log) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let run: Promise<void> = Promise.resolve()

  const next = () => {
    run = job()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'interval job failed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(next, pauseMs)
      })
  }
  timer = setTimeout(next, pauseMs)

  return async () => {
    isStopped = true
    clearTimeout(timer)
    await run
  }
}
