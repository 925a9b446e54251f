import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import type { Redis } from '../cluster/redis.ts'

const MINUTE_SECONDS = 60
/** From one address: a whole foyer may share it. */
const MOST_CALLS = 3000

/**
 * Counts calls of any kind. No call waits for others to be asked: this node counts by itself at once, says now and then how
 * many it has had, and turns away whom all nodes together have seen too often.
 */
export function createGlobalRateLimit(redis: Redis | undefined) {
  const here = new RateLimiterMemory({
    keyPrefix: 'any call',
    points: MOST_CALLS,
    duration: MINUTE_SECONDS,
  })
  const everywhere =
    redis &&
    new RateLimiterRedis({
      storeClient: redis.client,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      keyPrefix: 'marquee any call',
      points: MOST_CALLS,
      duration: MINUTE_SECONDS,
    })
  const untold = new Map<string, number>()

  /** Throws what the limiter says of one too many. */
  function consume(whom: string) {
    if (everywhere) untold.set(whom, (untold.get(whom) ?? 0) + 1)
    return here.consume(whom)
  }

  /** For the clock to call. What Redis does not hear is not said again: each node counts for itself meanwhile. */
  async function tell() {
    const telling = [...untold]
    untold.clear()
    await Promise.allSettled(telling.map(([whom, calls]) => compare(whom, calls)))
  }

  async function compare(whom: string, calls: number) {
    const all = await everywhere?.penalty(whom, calls)
    if (all && all.consumedPoints > MOST_CALLS) await here.block(whom, all.msBeforeNext / 1000)
  }

  return { consume, tell }
}
