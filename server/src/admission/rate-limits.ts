import { createHash } from 'node:crypto'
import {
  deleteUser,
  googleSignIn,
  refreshSession,
  signIn,
  signUp,
  updateUser,
} from '@marquee/contract/accounts'
import { createBooking } from '@marquee/contract/bookings'
import type { Endpoint } from '@marquee/contract/endpoint'
import { askQuestion, sendMessage } from '@marquee/contract/enquiries'
import { finishGoogle, startGoogle } from '@marquee/contract/google'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from '../cluster/redis.ts'
import { AppError } from '../errors.ts'
import { startIntervalJob } from '../platform/interval-job.ts'
import type { Log } from '../platform/log.ts'
import { ipRateLimitKey } from './client-address.ts'
import { createGlobalRateLimit } from './global-rate-limit.ts'

const MINUTE_SECONDS = 60

/** The browser's own, behind the proxies that are trusted. */
const address = ({ ip }: FastifyRequest) => ipRateLimitKey(ip)
const person = (request: FastifyRequest) => request.userId ?? address(request)
/** Whether or not there is such an account: the limit must not tell. */
const account = ({ body }: FastifyRequest) => (body as { email: string }).email

interface Limit {
  call: Endpoint
  /** In a minute. */
  most: number
  of: (request: FastifyRequest) => string
}

const LIMITS: Limit[] = [
  { call: signIn, most: 10, of: account },
  { call: signIn, most: 120, of: address },
  { call: signUp, most: 60, of: address },
  { call: googleSignIn, most: 60, of: address },
  { call: startGoogle, most: 60, of: address },
  { call: finishGoogle, most: 60, of: address },
  { call: refreshSession, most: 120, of: address },
  { call: updateUser, most: 20, of: person },
  { call: deleteUser, most: 20, of: person },
  { call: createBooking, most: 60, of: person },
  { call: askQuestion, most: 10, of: address },
  { call: sendMessage, most: 10, of: address },
]

const TELL_EVERY_MS = 1000

interface Surroundings {
  log: Log
  /** The way to other nodes, if there may be any. */
  redis?: Redis | undefined
}

/** Bounds how often one address, account or person may do what costs us or others something. Throws RATE. */
export async function registerRateLimits(app: FastifyInstance, { log, redis }: Surroundings) {
  const limits = LIMITS.map((limit, n) => {
    const route = `${limit.call.method} ${limit.call.path}`
    return { ...limit, route, counter: counterOf(redis, `${route} ${n}`, limit.most) }
  })
  const anyCall = createGlobalRateLimit(redis)
  if (redis) app.addHook('onClose', startIntervalJob(anyCall.tell, TELL_EVERY_MS, log))

  // Before anything is read, from the network or the database.
  app.addHook('onRequest', async (request, reply) => {
    await count(anyCall, address(request), reply)
  })

  // After validation: whom a limit concerns may be said in the body.
  app.addHook('preHandler', async (request, reply) => {
    // Asking for the head alone does all that asking for the whole does.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = `${method} ${request.routeOptions.url}`
    for (const { counter, of } of limits.filter((one) => one.route === route)) {
      await count(counter, of(request), reply)
    }
  })
}

type Counter = RateLimiterMemory | RateLimiterRedis

const alone = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: MINUTE_SECONDS })

/** Counts for all nodes together; while Redis is away, each counts for itself. */
function counterOf(redis: Redis | undefined, name: string, points: number): Counter {
  if (!redis) return alone(name, points)
  return new RateLimiterRedis({
    storeClient: redis.client,
    useRedisPackage: true,
    rejectIfRedisNotReady: true,
    keyPrefix: `marquee ${name}`,
    points,
    duration: MINUTE_SECONDS,
    insuranceLimiter: alone(name, points),
  })
}

async function count(counter: Pick<Counter, 'consume'>, whom: string, reply: FastifyReply) {
  try {
    await counter.consume(createHash('sha256').update(whom).digest('base64url'))
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    reply.header('retry-after', Math.ceil(refusal.msBeforeNext / 1000))
    throw new AppError(429, 'RATE', 'Too many attempts. Please try again in a minute.')
  }
}
