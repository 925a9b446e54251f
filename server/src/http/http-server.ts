import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { fastifyCompress } from '@fastify/compress'
import { fastifyCookie } from '@fastify/cookie'
import type { ErrorResponse } from '@marquee/contract/calls/errors'
import Fastify, { type FastifyBaseLogger, type FastifySchemaCompiler, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { invalid, invalidRequest } from '../errors.ts'
import { createProxyTrust } from '../limits/client-address.ts'
import { registerRequestRateLimit } from '../limits/rate-limits.ts'
import { limitPipelining } from '../limits/request-pipelining.ts'
import { registerJsonParser } from './body-parser.ts'
import { errorForStatus, registerErrorHandler, sendError, toAppError } from './errors.ts'
import { createRequestLogsLazily } from './monitoring/lazy-request-log.ts'
import { recordResponses } from './monitoring/metrics.ts'
import { registerOriginGuard } from './origin-guard.ts'
import { type App, sendServerTime } from './route.ts'
import { registerNoStore, registerSecurityHeaders } from './security-headers.ts'
import { BROTLI_OPTIONS, GZIP_OPTIONS } from './web/encoded-body.ts'

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
  await api.register(fastifyCompress, {
    threshold: 1024,
    globalDecompression: false,
    zlibOptions: GZIP_OPTIONS,
    brotliOptions: BROTLI_OPTIONS,
  })
  registerOriginGuard(api, origins)
  registerJsonParser(api)
}

/** The default path of Socket.IO. */
const SOCKET_PATH = '/socket.io/'

/** Whether a request opens a WebSocket of Socket.IO. Other Upgrade headers, such as h2c, are ignored (RFC 9110, section 7.8). */
const isSocketUpgrade = ({ url = '', headers: { upgrade } }: IncomingMessage) =>
  upgrade?.toLowerCase() === 'websocket' && url.startsWith(SOCKET_PATH)

const UNREADABLE = invalidRequest().message

/** Validates requests. The message of an error is a sentence of the contract if the contract has one for the field. */
const validatorCompiler: FastifySchemaCompiler<z.ZodMiniType> =
  ({ schema }) =>
  (input) => {
    const result = schema.safeParse(input, { error: () => UNREADABLE })
    if (result.success) return { value: result.data }
    const known = result.error.issues.filter(({ message }) => message !== UNREADABLE)
    const [first] = known
    if (!first) return { error: invalid(UNREADABLE) }
    // The first reason of each field, like the message.
    const fields = known.map(({ path, message }) => [String(path[0]), message] as const)
    return { error: invalid(first.message, Object.fromEntries(fields.toReversed())) }
  }

const STATUSES: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}

/** Answers a connection that sends no valid HTTP request, too large headers, or no complete request in time. */
function handleClientError(error: Error & { code?: string }, connection: Duplex) {
  if (!connection.writable || error.code === 'ECONNRESET') {
    connection.destroy()
    return
  }
  const [statusCode, reason] = STATUSES[error.code ?? ''] ?? [400, 'Bad Request']
  const { code, message } = errorForStatus(statusCode)
  const requestId = crypto.randomUUID()
  const body: ErrorResponse = { success: false, statusCode, code, message, requestId }
  const text = JSON.stringify(body)
  const head = [
    `HTTP/1.1 ${statusCode} ${reason}`,
    'content-type: application/json; charset=utf-8',
    'x-content-type-options: nosniff',
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ]
  connection.end(`${head.join('\r\n')}\r\n\r\n${text}`)
}
