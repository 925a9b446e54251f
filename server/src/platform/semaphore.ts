import { AppError } from '../errors.ts'

export interface Capacity {
  atOnce: number
  waiting: number
}

/**
 * Lets a few pieces of work run at once and a bounded number wait their turn. Whoever comes when all places are
 * taken gets UNAVAILABLE at once: a queue without an end only hides that nobody is served any more.
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

  /** The place goes straight to whoever waits longest, so that no newcomer overtakes. */
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
