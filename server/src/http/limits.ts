import { fastifyRateLimit } from '@fastify/rate-limit'
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
import { AppError } from '../errors.ts'
import type { Tally } from '../news/tally.ts'
import { householdOf } from './proxies.ts'

const MINUTE_MS = 60_000

/** The browser's own, behind the proxies that are trusted. */
const address = ({ ip }: FastifyRequest) => householdOf(ip)
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

/** Of any calls, from one address: a whole foyer may share it. */
const MOST_CALLS = 3000

/**
 * Bounds how often one address, account or person may do what costs us or others something: here always, and on all nodes
 * together while they can count together. Throws RATE.
 */
export async function limitRates(app: FastifyInstance, tally?: Tally) {
  await app.register(fastifyRateLimit, { global: false })

  function bound(name: string, { most, of }: Omit<Limit, 'call'>) {
    const here = app.createRateLimit({ max: most, timeWindow: MINUTE_MS, keyGenerator: of })
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const counted = await here(request)
      if (!counted.isAllowed && counted.isExceeded) refuse(reply, counted.ttlInSeconds)
      const everywhere = await tally?.(`${name} ${of(request)}`, MINUTE_MS)
      if (everywhere && everywhere.current > most) refuse(reply, Math.ceil(everywhere.ttl / 1000))
    }
  }
  const limits = LIMITS.map(({ call, ...limit }) => {
    const route = `${call.method} ${call.path}`
    return { route, count: bound(`${route} by ${limit.of.name}`, limit) }
  })
  const countCall = bound('any call', { most: MOST_CALLS, of: address })

  // Before anything is read, from the network or the database.
  app.addHook('onRequest', countCall)

  // After validation: whom a limit concerns may be said in the body.
  app.addHook('preHandler', async (request, reply) => {
    // Asking for the head alone does all that asking for the whole does.
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const route = `${method} ${request.routeOptions.url}`
    for (const limit of limits.filter((one) => one.route === route)) {
      await limit.count(request, reply)
    }
  })
}

function refuse(reply: FastifyReply, seconds: number): never {
  reply.header('retry-after', seconds)
  throw new AppError(429, 'RATE', 'That was too often. Please wait a minute and try again.')
}
