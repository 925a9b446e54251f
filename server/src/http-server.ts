import { fastifyCompress } from '@fastify/compress'
import { fastifyCookie } from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Context } from './context.ts'
import { registerJsonParser } from './http/body-parser.ts'
import { handleClientError } from './http/client-error.ts'
import { registerErrorHandler, sendError, toAppError } from './http/errors.ts'
import { createRequestLogsLazily } from './http/lazy-request-log.ts'
import { recordResponses } from './http/metrics.ts'
import { registerNoStore } from './http/no-store.ts'
import { registerOriginGuard } from './http/origin-guard.ts'
import { type App, sendServerTime } from './http/route.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { isSocketUpgrade } from './http/upgrade.ts'
import { validatorCompiler } from './http/validation.ts'
import { createProxyTrust } from './limits/client-address.ts'
import { registerRequestRateLimit } from './limits/rate-limits.ts'
import { limitPipelining } from './limits/request-pipelining.ts'

const MAX_BODY_BYTES = 64 * 1024
/** As long as a whole request head, so that an id of any length is answered with 404. */
const MAX_PARAMETER_LENGTH = 16 * 1024
/** Milliseconds a client may take to send a request. Node's defaults are minutes. */
const TIMEOUTS = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5000,
}

export interface HttpServerOptions {
  /** True if browsers use https. */
  secure: boolean
  timeouts?: typeof TIMEOUTS | undefined
}

/** Creates an HTTP server without routes: the site and the office have the same headers, limits and errors. */
export async function createHttpServer(
  ctx: Context,
  { secure, timeouts = TIMEOUTS }: HttpServerOptions,
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
  app.addHook('onRequest', (request, _, done) => {
    ctx.untrustedProxies.check(request)
    done()
  })
  if (ctx.config.rateLimits) registerRequestRateLimit(app, ctx.config)
  registerSecurityHeaders(app, { secure })
  await app.register(fastifyCookie, { hook: false })
  return app
}

/** What API calls have in common. `origins`: where the pages that may change something come from. */
export async function registerApiPlugins(
  api: App,
  { now }: Pick<Context, 'now'>,
  { origins }: { origins: readonly string[] },
) {
  api.addHook('onRequest', sendServerTime(now))
  registerNoStore(api)
  await api.register(fastifyCompress, { threshold: 1024, globalDecompression: false })
  registerOriginGuard(api, origins)
  registerJsonParser(api)
}
