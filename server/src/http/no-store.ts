import type { FastifyInstance } from 'fastify'

/**
 * Keeps every answer out of every cache. What is free, and who asks, changes all the time; and a newcomer's cookie kept on the
 * way by anybody would be given to the next who asks.
 */
export function registerNoStore(app: FastifyInstance) {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
