import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { takesWrites } from '../database/transaction.ts'

/** For whoever watches the server: does it live, and can it work. */
export const healthRoutes =
  (ctx: Context, isRedisThere?: () => boolean) => async (app: FastifyInstance) => {
    let asking: Promise<unknown> | undefined
    /** One question to the database at a time, however many ask us. */
    const takesWritesNow = () => {
      asking ??= takesWrites(ctx.db).finally(() => {
        asking = undefined
      })
      return asking
    }

    /** Without Redis all goes on, only slower between nodes: worth saying, no reason to be taken out. */
    const details = () => (isRedisThere ? { redis: isRedisThere() ? 'connected' : 'away' } : {})

    app.get('/livez', async () => ({ ok: true }))
    app.get('/readyz', async (_, reply) => {
      try {
        await takesWritesNow()
        return { ok: true, ...details() }
      } catch (error) {
        ctx.log.warn({ err: error }, 'not ready')
        return reply
          .code(503)
          .header('retry-after', 2)
          .send({ ok: false, database: 'away', ...details() })
      }
    })
  }
