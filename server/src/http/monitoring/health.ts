import type { FastifyInstance } from 'fastify'
import type { Context } from '#src/context.ts'
import type { DatabaseProblem } from '#src/database/health/readiness.ts'
import { RETRY_AFTER_SECONDS } from '../errors.ts'

interface HealthSources {
  findDatabaseProblem: () => Promise<DatabaseProblem | null>
  /** Why the catalogue file was not applied. */
  findCatalogueProblems: () => Promise<readonly string[]>
  /** Undefined without Redis. */
  isRedisConnected: (() => boolean) | undefined
}

/** `/livez`: the process responds. */
export const livenessRoute = async (app: Pick<FastifyInstance, 'get'>) => {
  app.get('/livez', async () => ({ ok: true }))
}

/** `/livez`, and `/readyz`: the database completes durable commits. */
export const healthRoutes =
  (
    { log }: Pick<Context, 'log'>,
    { findDatabaseProblem, findCatalogueProblems, isRedisConnected }: HealthSources,
  ) =>
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

    /** With a wrong catalogue file the node stays ready; the programme is the last good one. */
    async function catalogueState() {
      const problems = await findCatalogueProblems()
      return problems.length > 0 ? { catalogue: 'not applied' } : {}
    }

    await livenessRoute(app)
    app.get('/readyz', async (_, reply) => {
      const problem = await findDatabaseProblem()
      logChange(problem)
      if (problem === null) return { ok: true, ...redisState(), ...(await catalogueState()) }
      return reply
        .code(503)
        .header('retry-after', RETRY_AFTER_SECONDS)
        .send({ ok: false, database: problem, ...redisState() })
    })
  }
