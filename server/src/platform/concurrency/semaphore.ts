import { unavailable } from '#src/errors.ts'

export interface SemaphoreOptions {
  concurrency: number
  /** Infinity for tasks that no visitor can multiply. */
  maxQueued: number
}

/**
 * Runs at most `concurrency` tasks at the same time and queues at most `maxQueued` further tasks in order of arrival. Throws UNAVAILABLE
 * when the queue is full.
 */
export function createSemaphore({ concurrency, maxQueued }: SemaphoreOptions) {
  const queue: (() => void)[] = []
  let running = 0

  function acquire() {
    if (running < concurrency) {
      running += 1
      return
    }
    if (queue.length >= maxQueued) throw unavailable()
    return new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Starts the task that has waited longest. A later task never overtakes it. */
  function release() {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async function run<T>(task: () => Promise<T>): Promise<T> {
    await acquire()
    try {
      return await task()
    } finally {
      release()
    }
  }
}
