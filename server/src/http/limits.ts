import { fastifyRateLimit, normalizeIP } from '@fastify/rate-limit'
import {
  googleSignIn,
  refreshSession,
  signIn,
  signUp,
  updateUser,
} from '@marquee/contract/accounts'
import { createBooking } from '@marquee/contract/bookings'
import type { Endpoint } from '@marquee/contract/endpoint'
import { askQuestion, sendMessage } from '@marquee/contract/enquiries'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

const MINUTE_MS = 60_000

const address = ({ ip }: FastifyRequest) => normalizeIP(ip)
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
  { call: refreshSession, most: 120, of: address },
  { call: updateUser, most: 20, of: person },
  { call: createBooking, most: 60, of: person },
  { call: askQuestion, most: 10, of: address },
  { call: sendMessage, most: 10, of: address },
]

/** Bounds how often one address, account or person may do what costs us or others something. Throws RATE. */
export async function limitRates(app: FastifyInstance) {
  await app.register(fastifyRateLimit, { global: false })
  const limits = LIMITS.map(({ call, most, of }) => ({
    route: `${call.method} ${call.path}`,
    count: app.createRateLimit({ max: most, timeWindow: MINUTE_MS, keyGenerator: of }),
  }))

  // After validation: whom a limit concerns may be said in the body.
  app.addHook('preHandler', async (request, reply) => {
    const route = `${request.method} ${request.routeOptions.url}`
    for (const limit of limits.filter((one) => one.route === route)) {
      const counted = await limit.count(request)
      if (counted.isAllowed || !counted.isExceeded) continue
      reply.header('retry-after', counted.ttlInSeconds)
      throw new AppError(429, 'RATE', 'That was too often. Please wait a minute and try again.')
    }
  })
}
