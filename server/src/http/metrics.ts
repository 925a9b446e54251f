import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { unauthenticated } from '../errors.ts'

const REQUEST_ID_HEADER = 'x-request-id'
const NOWHERE = 'none'

declare module 'fastify' {
  interface FastifyReply {
    /** Why the call is refused, in the contract's word. */
    refusal: string | null
  }
}

/** Counts every answer, and names it: the same id stands in its head, in a refusal's body and in each line of the log about it. */
export function recordResponses(app: FastifyInstance, { metrics }: Context) {
  app.decorateReply('refusal', null)
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header(REQUEST_ID_HEADER, id)
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions, log }, reply, done) => {
    // By pattern: whoever asks for a thousand addresses that are none must not make a thousand series.
    const route = routeOptions.url ? `${method} ${routeOptions.url}` : NOWHERE
    const { statusCode: status, refusal, elapsedTime } = reply
    metrics.answered({ route, status, refusal, seconds: elapsedTime / 1000 })
    log.debug({ route, status, refusal, ms: Math.round(elapsedTime) }, 'answered')
    done()
  })
}

/**
 * What has been counted, as Prometheus reads it, for whoever brings the token. Without a token there is no such address: that a
 * call comes from this machine proves nothing where a balancer runs on it too.
 */
export const metricsRoutes =
  ({ config: { metricsToken }, metrics }: Context) =>
  async (app: FastifyInstance) => {
    if (metricsToken === undefined) return
    const expected = digestOf(`Bearer ${metricsToken}`)
    app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
      if (!timingSafeEqual(digestOf(authorization), expected)) {
        throw unauthenticated('Please bring the token.')
      }
      reply.type(metrics.contentType).header('cache-control', 'no-store')
      return metrics.read()
    })
  }

/** Of one length, whatever was sent. */
const digestOf = (text: string) => createHash('sha256').update(text).digest()
