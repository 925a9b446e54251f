import { unavailable } from '../errors.ts'
import type { SemaphoreOptions } from './semaphore.ts'

interface QueuedTask {
  start: () => void
  refuse: (error: Error) => void
}

export type FairQueue = ReturnType<typeof createFairQueue>

/**
 * Runs at most `concurrency` tasks at the same time. Queued tasks take turns by key: the many tasks of one key delay another key by one task
 * only. When more than `maxQueued` tasks wait, the newest task of the key with the most tasks fails with UNAVAILABLE.
 */
export function createFairQueue({ concurrency, maxQueued }: SemaphoreOptions) {
  /** In the order of their turns. */
  const queues = new Map<string, QueuedTask[]>()
  let running = 0

  function acquire(key: string) {
    if (running < concurrency) {
      running += 1
      return
    }
    return new Promise<void>((start, refuse) => {
      const queue = queues.get(key) ?? []
      queue.push({ start, refuse })
      queues.set(key, queue)
      refuseExcess(key)
    })
  }

  function refuseExcess(newestKey: string) {
    let queued = 0
    let longest = newestKey
    for (const [key, { length }] of queues) {
      queued += length
      if (length > lengthOf(longest)) longest = key
    }
    if (queued <= maxQueued) return
    queues.get(longest)?.pop()?.refuse(unavailable())
    if (lengthOf(longest) === 0) queues.delete(longest)
  }

  const lengthOf = (key: string) => queues.get(key)?.length ?? 0

  /** Starts the oldest task of the key whose turn it is, and puts the key at the end. */
  function release() {
    const [turn] = queues
    if (!turn) {
      running -= 1
      return
    }
    const [key, queue] = turn
    queues.delete(key)
    const next = queue.shift()
    if (queue.length > 0) queues.set(key, queue)
    next?.start()
  }

  return async function run<T>(key: string, task: () => Promise<T>): Promise<T> {
    await acquire(key)
    try {
      return await task()
    } finally {
      release()
    }
  }
}
