import { createLog } from '../src/log.ts'
import { openRedis } from '../src/news/redis.ts'

export const REDIS = process.env.TEST_REDIS_URL ?? ''

/** A node’s line to a Redis server, ready to be used. */
export async function aRedisLine(url = REDIS) {
  const redis = await openRedis(url, createLog('silent'))
  if (!redis.isThere()) await new Promise((resolve) => redis.client.once('ready', resolve))
  return redis
}
