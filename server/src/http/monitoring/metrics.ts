import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#src/context.ts'
import { unauthenticated } from '#src/errors.ts'
import { routeName } from '../route-name.ts'

const REQUEST_ID_HEADER = 'x-request-id'

declare module 'fastify' {
  interface FastifyReply {
    /** The contract's code of the error that is sent. */
    errorCode: string | null
  }
}

/** Sets the request id header, and records the metrics and a debug log line of each response. */
export function recordResponses(app: FastifyInstance, { metrics }: Context) {
  app.decorateReply('errorCode', null)
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header(REQUEST_ID_HEADER, id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeName(request)
    const { statusCode: status, errorCode, elapsedTime } = reply
    metrics.recordResponse({ route, status, refusal: errorCode, seconds: elapsedTime / 1000 })
    request.log.debug(
      { route, status, errorCode, ms: Math.round(elapsedTime) },
      'request completed',
    )
    done()
  })
}

/**
 * Serves the metrics for Prometheus to requests with the bearer token METRICS_TOKEN. Without that setting the path does not
 * exist: the client address proves nothing behind a load balancer on the same machine.
 */
export const metricsRoutes =
  ({ config: { metricsToken }, metrics }: Context) =>
  async (app: FastifyInstance) => {
    if (metricsToken === undefined) return
    const expected = sha256(`Bearer ${metricsToken}`)
    app.get('/metrics', async ({ headers: { authorization = '' } }, reply) => {
      if (!timingSafeEqual(sha256(authorization), expected)) {
        throw unauthenticated('A valid metrics token is required.')
      }
      reply.type(metrics.contentType).header('cache-control', 'no-store')
      return metrics.read()
    })
  }

/** timingSafeEqual needs two buffers of one length. */
const sha256 = (text: string) => createHash('sha256').update(text).digest()
