import { fastifyCompress } from '@fastify/compress'
import { fastifyCookie } from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import type { OauthStateCookies } from './accounts/oauth-state-cookies.ts'
import { recogniseUsers, type Sessions } from './accounts/session.plugin.ts'
import { trustIn } from './admission/client-address.ts'
import { limitRates } from './admission/rate-limits.ts'
import { bookingsRoutes } from './bookings/bookings.routes.ts'
import { moviesRoutes } from './catalogue/movies.routes.ts'
import { showtimesRoutes } from './catalogue/showtimes.routes.ts'
import type { Redis } from './cluster/redis.ts'
import type { Context } from './context.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { acceptOnlyPlainJson } from './http/body-parser.ts'
import { answer, mapErrors, refusalFor } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { type Holders, recogniseHolders } from './http/holder-cookie.ts'
import { answerMalformed } from './http/malformed.ts'
import { countAnswers, metricsRoutes } from './http/metrics.ts'
import { setNoStore } from './http/no-store.ts'
import { refuseForeignPages } from './http/origin-guard.ts'
import { logOfRequests } from './http/request-log.ts'
import { type App, tellTime } from './http/route.ts'
import { sendSecurityHeaders } from './http/security-headers.ts'
import { serveWeb } from './http/web.ts'
import { claimsRoutes } from './inventory/seat-map.routes.ts'
import { localProvider } from './local-provider/local-provider.ts'

const LARGEST_BODY = 64 * 1024
/** An id of any length is looked for and not found; what is longer than a whole head never comes so far. */
const LONGEST_PARAMETER = 16 * 1024
/** How long a sender may take. Node's own times are minutes, and it looks twice a minute. */
const PATIENCE = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
}

interface House {
  holders: Holders
  sessions: Sessions
  visits: OauthStateCookies
  /** The way to other nodes, if there may be any. */
  redis?: Redis | undefined
  patience?: typeof PATIENCE
}

/** Everything that answers over HTTP, not yet listening. */
export async function createApp(
  ctx: Context,
  { holders, sessions, visits, redis, patience = PATIENCE }: House,
) {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: LARGEST_BODY,
    requestTimeout: patience.requestTimeout,
    http: patience,
    trustProxy: trustIn(ctx.config),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    clientErrorHandler: answerMalformed,
    forceCloseConnections: 'idle',
    // What comes while we close is served as the last on its line: the database is still there.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => answer(request, reply, refusalFor(error)),
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  logOfRequests(app)
  mapErrors(app)
  countAnswers(app, ctx)

  sendSecurityHeaders(app, ctx.config)
  await app.register(fastifyCompress, { threshold: 1024, globalDecompression: false })
  await app.register(fastifyCookie, { hook: false })
  await app.register(healthRoutes(ctx, redis?.isConnected))
  await app.register(metricsRoutes(ctx))
  await app.register(async (api: App) => {
    api.addHook('onRequest', tellTime(ctx.now))
    setNoStore(api)
    refuseForeignPages(api, ctx.config.origins)
    acceptOnlyPlainJson(api)
    if (ctx.config.rateLimits) await limitRates(api, { log: ctx.log, redis })
    recogniseHolders(api, holders)
    recogniseUsers(api, sessions)
    api.decorate('visits', visits)
    for (const routes of ROUTES) await api.register(routes(ctx))
  })
  const { brandName, timeZone, openId } = ctx.config
  if (openId?.isLocal) await app.register(localProvider(ctx.config, openId))
  const google = ctx.identityProvider !== null
  await serveWeb(app, { cinema: { brandName, timeZone, google }, holders })
  return app
}

const ROUTES = [
  moviesRoutes,
  showtimesRoutes,
  claimsRoutes,
  bookingsRoutes,
  accountsRoutes,
  enquiriesRoutes,
]
