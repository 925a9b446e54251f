import { type Capacity, createSemaphore } from './semaphore.ts'

/** One after another. What one name may have waiting; more is no person. */
const ALONE: Capacity = { atOnce: 1, waiting: 1000 }

/**
 * Does what is asked under one name one after another, and what is asked under different names side by side. In the database
 * whoever waits for a lock keeps a connection meanwhile: one impatient holder would take them all. Throws UNAVAILABLE when too
 * much waits under a name.
 */
export function createKeyedQueue() {
  const lines = new Map<string, Line>()

  return async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(name) ?? {
      pass: createSemaphore(ALONE),
      inside: 0,
    }
    lines.set(name, line)
    line.inside += 1
    try {
      return await line.pass(work)
    } finally {
      line.inside -= 1
      if (line.inside === 0) lines.delete(name)
    }
  }
}

interface Line {
  pass: ReturnType<typeof createSemaphore>
  inside: number
}

/** The turns of holders, whether they come by socket or by a call. */
export const inTurnOfHolder = createKeyedQueue()
/** The turns of accounts: one may have many holders. */
export const inTurnOfUser = createKeyedQueue()
