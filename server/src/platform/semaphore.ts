import { AppError } from '../errors.ts'

export interface Capacity {
  atOnce: number
  waiting: number
}

/**
 * Runs a limited number of tasks at a time; a limited number of further tasks wait in order. Throws UNAVAILABLE for any more: an unbounded
 * queue would only hide the overload.
 */
export function createSemaphore({ atOnce, waiting }: Capacity) {
  const queue: (() => void)[] = []
  let running = 0

  function enter() {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw tooBusy()
    return new Promise<void>((resolve) => queue.push(resolve))
  }

  /** Hands over to the task that waits longest, so that no later one overtakes it. */
  function leave() {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

export const tooBusy = () =>
  new AppError(503, 'UNAVAILABLE', 'We are busy right now. Please try again in a moment.')
