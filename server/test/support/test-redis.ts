import { openRedis } from '../../src/cluster/redis.ts'
import { createLog } from '../../src/platform/log.ts'

export const TEST_REDIS_URL = process.env.TEST_REDIS_URL ?? ''

/** A connection to a Redis server, ready for commands. */
export async function connectRedis(url = TEST_REDIS_URL) {
  const redis = await openRedis(url, createLog('silent'))
  if (!redis.isConnected()) await new Promise((resolve) => redis.client.once('ready', resolve))
  return redis
}
