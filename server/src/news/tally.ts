import { createHash } from 'node:crypto'
import type { Redis } from './redis.ts'

export interface Count {
  current: number
  /** Milliseconds until counting starts anew. */
  ttl: number
}

/**
 * Counts what is done under a name within a time, on all nodes together. Resolves with undefined while Redis is away: then
 * each node has its own count alone.
 */
export const createTally =
  ({ ask }: Pick<Redis, 'ask'>) =>
  async (name: string, withinMs: number): Promise<Count | undefined> => {
    // Names are people's: what counts them need not know them.
    const key = `marquee:count:${createHash('sha256').update(name).digest('base64url')}`
    try {
      const [, current, ttl] = await ask((redis) =>
        redis
          .multi()
          .set(key, 0, { expiration: { type: 'PX', value: withinMs }, condition: 'NX' })
          .incr(key)
          .pTTL(key)
          .execTyped(),
      )
      return { current, ttl }
    } catch {
      return undefined
    }
  }

export type Tally = ReturnType<typeof createTally>
