import type { FastifyInstance } from 'fastify'
import type { DatabaseProblem } from '#src/database/health/readiness.ts'
import type { Log } from '#src/platform/log.ts'
import { RETRY_AFTER_SECONDS } from '../errors.ts'

interface HealthSources {
  findDatabaseProblem: () => Promise<DatabaseProblem | null>
  /** Undefined without Redis. */
  isRedisConnected: (() => boolean) | undefined
}

/** `/livez`: the process responds. */
export const livenessRoute = async (app: Pick<FastifyInstance, 'get'>) => {
  app.get('/livez', async () => ({ ok: true }))
}

/** `/livez`, and `/readyz`: the database completes durable commits. */
export const healthRoutes =
  (log: Log, { findDatabaseProblem, isRedisConnected }: HealthSources) =>
  async (app: FastifyInstance) => {
    let logged: DatabaseProblem | null = null

    function logChange(problem: DatabaseProblem | null) {
      if (problem === logged) return
      logged = problem
      if (problem) log.warn({ problem }, 'database not ready')
      else log.info('database ready again')
    }

    /** Without Redis the node stays ready; messages between nodes are only slower. */
    const redisState = () =>
      isRedisConnected ? { redis: isRedisConnected() ? 'connected' : 'disconnected' } : {}

    await livenessRoute(app)
    app.get('/readyz', async (_, reply) => {
      const problem = await findDatabaseProblem()
      logChange(problem)
      if (problem === null) return { ok: true, ...redisState() }
      return reply
        .code(503)
        .header('retry-after', RETRY_AFTER_SECONDS)
        .send({ ok: false, database: problem, ...redisState() })
    })
  }
