import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { assertWritable } from '../database/transaction.ts'

/** `/livez`: the process answers. `/readyz`: the database accepts writes. */
export const healthRoutes =
  (ctx: Context, isRedisConnected?: () => boolean) => async (app: FastifyInstance) => {
    let running: Promise<unknown> | undefined
    /** Concurrent requests share one database check. */
    const checkDatabase = () => {
      running ??= assertWritable(ctx.db).finally(() => {
        running = undefined
      })
      return running
    }

    /** Without Redis the node stays ready; messages between nodes are only slower. */
    const redisState = () =>
      isRedisConnected ? { redis: isRedisConnected() ? 'connected' : 'disconnected' } : {}

    app.get('/livez', async () => ({ ok: true }))
    app.get('/readyz', async (_, reply) => {
      try {
        await checkDatabase()
        return { ok: true, ...redisState() }
      } catch (error) {
        ctx.log.warn({ err: error }, 'readiness check failed')
        return reply
          .code(503)
          .header('retry-after', 2)
          .send({ ok: false, database: 'unavailable', ...redisState() })
      }
    })
  }
