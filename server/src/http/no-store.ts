import type { FastifyInstance } from 'fastify'

/** Forbids caches to store API responses. They depend on the visitor, and may set a new visitor's holder cookie. */
export function registerNoStore(app: FastifyInstance) {
  app.addHook('onRequest', (_, reply, done) => {
    reply.header('cache-control', 'no-store')
    done()
  })
}
