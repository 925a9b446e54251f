import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from '../cluster/redis.ts'
import { AppError } from '../errors.ts'

const MINUTE_SECONDS = 60
const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again in a minute.'

type Limiter = RateLimiterMemory | RateLimiterRedis

/** Allows `points` calls a minute. */
export const createMemoryLimiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: MINUTE_SECONDS })

/** Counts over all nodes. While Redis is not connected, each node counts separately. */
export function createLimiter(redis: Redis | undefined, name: string, points: number): Limiter {
  if (!redis) return createMemoryLimiter(name, points)
  return new RateLimiterRedis({
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: `marquee ${name}`,
    points,
    duration: MINUTE_SECONDS,
    insuranceLimiter: createMemoryLimiter(name, points),
  })
}

/** Counts one call. Throws RATE above the limit. */
export async function consume(limiter: Limiter, key: string, reply: FastifyReply) {
  try {
    await limiter.consume(key)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    reply.header('retry-after', Math.ceil(rejection.msBeforeNext / 1000))
    throw new AppError(429, 'RATE', TOO_MANY_ATTEMPTS)
  }
}

/** Redis must not store addresses or emails. */
export const limiterKey = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('base64url')
