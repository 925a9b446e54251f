import type { Log } from './log.ts'

/**
 * Does something again and again, each time `pauseMs` after the last one ended. A failure is logged and the next turn comes
 * all the same. Returns how to end it; the promise waits for a turn under way.
 */
export function startIntervalJob(work: () => Promise<unknown>, pauseMs: number, log: Log) {
  let timer: NodeJS.Timeout | undefined
  let ended = false
  let turn: Promise<void> = Promise.resolve()

  const next = () => {
    turn = work()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'a regular task failed'))
      .finally(() => {
        if (!ended) timer = setTimeout(next, pauseMs)
      })
  }
  timer = setTimeout(next, pauseMs)

  return async () => {
    ended = true
    clearTimeout(timer)
    await turn
  }
}
