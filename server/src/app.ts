import { fastifyCompress } from '@fastify/compress'
import { fastifyCookie } from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import type { OauthCookies } from './accounts/oauth-state-cookies.ts'
import { pictureFiles } from './accounts/pictures.routes.ts'
import { registerSessions, type Sessions } from './accounts/session.plugin.ts'
import { createProxyTrust } from './admission/client-address.ts'
import { registerRateLimits, registerRequestRateLimit } from './admission/rate-limits.ts'
import { limitPipelining } from './admission/request-pipelining.ts'
import { createWrongPasswordLimit } from './admission/wrong-password-limit.ts'
import { bookingsRoutes } from './bookings/bookings.routes.ts'
import { ticketsRoutes } from './bookings/tickets.routes.ts'
import * as catalogue from './catalogue/catalogue.service.ts'
import { cinemaRoutes } from './catalogue/cinema.routes.ts'
import { moviesRoutes } from './catalogue/movies.routes.ts'
import { showtimesRoutes } from './catalogue/showtimes.routes.ts'
import type { Redis } from './cluster/redis.ts'
import type { Context } from './context.ts'
import type { createReadinessCheck } from './database/readiness.ts'
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts'
import { registerJsonParser } from './http/body-parser.ts'
import { handleClientError } from './http/client-error.ts'
import { registerCookieGuard } from './http/cookies.ts'
import { registerErrorHandler, sendError, toAppError } from './http/errors.ts'
import { healthRoutes } from './http/health.ts'
import { type HolderCookies, registerHolderCookies } from './http/holder-cookie.ts'
import { createRequestLogsLazily } from './http/lazy-request-log.ts'
import { metricsRoutes, recordResponses } from './http/metrics.ts'
import { registerNoStore } from './http/no-store.ts'
import { registerOriginGuard } from './http/origin-guard.ts'
import { type App, sendServerTime } from './http/route.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { isSocketUpgrade } from './http/upgrade.ts'
import { validatorCompiler } from './http/validation.ts'
import { serveWeb } from './http/web.ts'
import { seatMapRoutes } from './inventory/seat-map.routes.ts'
import { localProvider } from './local-provider/local-provider.ts'
import { mailPreviewRoutes } from './mail/mail-previews.routes.ts'
import { unsubscribeRoutes } from './mail/unsubscribe.routes.ts'

const MAX_BODY_BYTES = 64 * 1024
/** As long as a whole request head, so that an id of any length is answered with 404. */
const MAX_PARAMETER_LENGTH = 16 * 1024
/** Milliseconds a client may take to send a request. Node's defaults are minutes. */
const TIMEOUTS = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
}

export interface AppDependencies {
  holders: HolderCookies
  sessions: Sessions
  oauthCookies: OauthCookies
  /** Undefined for a single node. */
  redis?: Redis | undefined
  timeouts?: typeof TIMEOUTS
  findDatabaseProblem: ReturnType<typeof createReadinessCheck>
}

/** Creates the HTTP server with all its routes. It does not listen yet. */
export async function createApp(
  ctx: Context,
  {
    holders,
    sessions,
    oauthCookies,
    redis,
    findDatabaseProblem,
    timeouts = TIMEOUTS,
  }: AppDependencies,
) {
  const app = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => crypto.randomUUID(),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: timeouts.requestTimeout,
    http: { ...timeouts, shouldUpgradeCallback: isSocketUpgrade },
    trustProxy: createProxyTrust(ctx.config),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: handleClientError,
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are still answered: the database is closed last.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => sendError(request, reply, toAppError(error)),
  }).withTypeProvider<ZodTypeProvider>()
  createRequestLogsLazily(app)
  limitPipelining(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  registerErrorHandler(app)
  recordResponses(app, ctx)
  if (ctx.config.rateLimits) registerRequestRateLimit(app)

  registerSecurityHeaders(app, ctx.config)
  await app.register(fastifyCookie, { hook: false })
  await app.register(
    healthRoutes(ctx.log, { findDatabaseProblem, isRedisConnected: redis?.isConnected }),
  )
  await app.register(metricsRoutes(ctx))
  await app.register(async (api: App) => {
    api.addHook('onRequest', sendServerTime(ctx.now))
    registerNoStore(api)
    await api.register(fastifyCompress, { threshold: 1024, globalDecompression: false })
    registerOriginGuard(api, ctx.config.origins)
    registerJsonParser(api)
    if (ctx.config.rateLimits) registerRateLimits(api, redis)
    registerCookieGuard(api, ctx.config.secure)
    registerHolderCookies(api, holders)
    registerSessions(api, sessions)
    api.decorate('oauthCookies', oauthCookies)
    const isOn = ctx.config.rateLimits
    api.decorate('wrongPasswordLimit', createWrongPasswordLimit(redis, { isOn }))
    for (const routes of ROUTES) await api.register(routes(ctx))
  })
  await app.register(pictureFiles(ctx))
  await app.register(unsubscribeRoutes(ctx))
  const { brandName, timeZone, openId, isDevelopment } = ctx.config
  if (isDevelopment) await app.register(mailPreviewRoutes(ctx))
  if (openId?.isLocal) await app.register(localProvider(ctx.config, openId))
  const googleSignIn = ctx.identityProvider !== null
  await serveWeb(app, {
    cinema: { brandName, timeZone, googleSignIn },
    holderCookies: holders,
    sources: {
      listMovies: () => catalogue.listMovies(ctx),
      getMovie: (id) => catalogue.getMovie(ctx, id),
      getShowtime: (id) => catalogue.getShowtime(ctx, id),
    },
    now: ctx.now,
    log: ctx.log,
  })
  return app
}

const ROUTES = [
  moviesRoutes,
  showtimesRoutes,
  seatMapRoutes,
  cinemaRoutes,
  bookingsRoutes,
  ticketsRoutes,
  accountsRoutes,
  enquiriesRoutes,
]
