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
import { googleCallback, startGoogleSignIn } from '@marquee/contract/google'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Redis } from '../cluster/redis.ts'
import { AppError } from '../errors.ts'
import { ipRateLimitKey } from './client-address.ts'

const MINUTE_SECONDS = 60
/** Many visitors may share one address, for example the cinema's Wi-Fi. */
const CALLS_PER_ADDRESS = 3000
const TOO_MANY_ATTEMPTS = 'Too many attempts. Please try again in a minute.'

const address = ({ ip }: FastifyRequest) => ipRateLimitKey(ip)
const userOrAddress = (request: FastifyRequest) => request.userId ?? address(request)
/** The email as sent: the limit must not tell whether the account exists. */
const email = ({ body }: FastifyRequest) => (body as { email: string }).email

interface CallLimit {
  call: Endpoint
  perMinute: number
  keyOf: (request: FastifyRequest) => string
}

const CALL_LIMITS: CallLimit[] = [
  { call: signIn, perMinute: 10, keyOf: email },
  { call: signIn, perMinute: 120, keyOf: address },
  { call: signUp, perMinute: 60, keyOf: address },
  { call: googleSignIn, perMinute: 60, keyOf: address },
  { call: startGoogleSignIn, perMinute: 60, keyOf: address },
  { call: googleCallback, perMinute: 60, keyOf: address },
  { call: refreshSession, perMinute: 120, keyOf: address },
  { call: updateUser, perMinute: 20, keyOf: userOrAddress },
  { call: deleteUser, perMinute: 20, keyOf: userOrAddress },
  { call: createBooking, perMinute: 60, keyOf: userOrAddress },
  { call: askQuestion, perMinute: 10, keyOf: address },
  { call: sendMessage, perMinute: 10, keyOf: address },
]

/** Limits the API calls of one address, email or user. Throws RATE. The README lists all limits. */
export function registerRateLimits(app: FastifyInstance, redis: Redis | undefined) {
  const allCalls = createMemoryLimiter('all calls', CALLS_PER_ADDRESS)
  const limits = CALL_LIMITS.map(({ call, perMinute, keyOf }, index) => {
    const route = `${call.method} ${call.path}`
    return { route, keyOf, limiter: createLimiter(redis, `${route} ${index}`, perMinute) }
  })
  const limitsByRoute = Map.groupBy(limits, ({ route }) => route)

  // Runs before the body is parsed and before the database is asked.
  app.addHook('onRequest', async (request, reply) => {
    await consume(allCalls, address(request), reply)
  })

  // Runs after validation, because the key may be in the body.
  app.addHook('preHandler', async (request, reply) => {
    // Fastify runs the GET handler for HEAD.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = `${method} ${request.routeOptions.url}`
    for (const { limiter, keyOf } of limitsByRoute.get(route) ?? []) {
      await consume(limiter, sha256(keyOf(request)), reply)
    }
  })
}

type Limiter = RateLimiterMemory | RateLimiterRedis

const createMemoryLimiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: MINUTE_SECONDS })

/** Counts over all nodes. While Redis is not connected, each node counts separately. */
function createLimiter(redis: Redis | undefined, name: string, points: number): Limiter {
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

async function consume(limiter: Limiter, key: string, reply: FastifyReply) {
  try {
    await limiter.consume(key)
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection
    reply.header('retry-after', Math.ceil(rejection.msBeforeNext / 1000))
    throw new AppError(429, 'RATE', TOO_MANY_ATTEMPTS)
  }
}

/** Redis must not store addresses or emails. */
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
