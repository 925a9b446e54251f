import { AsyncLocalStorage } from 'node:async_hooks'
import { type Channel, type TracingChannel, tracingChannel } from 'node:diagnostics_channel'
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyReply, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { AppError } from '../errors.ts'
import type { Log } from './log.ts'
import {
  type TracedCommand,
  type TracedSocketEvent,
  type TracedTransaction,
  tracedCommands,
  tracedSocketEvents,
  tracedTransactions,
} from './traced.ts'

/** A collector that does not answer must not delay the end of the process for long. */
const EXPORT_TIMEOUT_MS = 2000
const NOT_SENT = 'traces not sent'
const REFUSAL = 'marquee.refusal'

/** What Fastify publishes when the handler of a request begins. */
interface TracedRequest {
  request: FastifyRequest
  reply: FastifyReply
  route: { url: string }
}

/** What Node adds to the object that was published at the start. */
interface Outcome {
  error?: unknown
  result?: unknown
}

/**
 * Sends traces to the collector that the standard variables OTEL_* name: request or socket event → command → transaction. A trace starts here: the
 * trace headers of visitors are ignored.
 */
export function startTraces({ samplingRatio }: { samplingRatio: number }, log: Log) {
  logProblems(log)
  const own = { 'service.name': 'marquee', 'service.version': packageJson.version }
  const exporter = new OTLPTraceExporter({ timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource: resourceFromAttributes(own).merge(detectResources({ detectors: [envDetector] })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(samplingRatio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  createSpans(provider.getTracer(packageJson.name))
  return {
    /** Sends what is left. */
    close: () => provider.shutdown().catch((error: unknown) => log.warn({ err: error }, NOT_SENT)),
  }
}

function logProblems(log: Log) {
  const warn = (reason: string) => log.warn({ reason }, NOT_SENT)
  const ignore = () => undefined
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore }
  diag.setLogger(logger, DiagLogLevel.WARN)
}

/** Creates a span for each thing that the channels publish. */
function createSpans(tracer: Tracer) {
  /** The request or socket event that the running code belongs to. */
  const current = new AsyncLocalStorage<Span>()
  /** The spans that have begun, by what was published. */
  const spans = new WeakMap<object, Span>()

  function start(traced: object, name: string, options: SpanOptions, parent?: Span) {
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = tracer.startSpan(name, options, context)
    spans.set(traced, span)
    return span
  }

  function end(traced: Outcome) {
    const span = spans.get(traced)
    if (!span) return
    const refusal = refusalOf(traced)
    if (refusal !== undefined) span.setAttribute(REFUSAL, refusal)
    else if (traced.error !== undefined)
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(traced.error) })
    span.end()
  }

  const requests = tracingChannel<Span, TracedRequest>('fastify.request.handler')
  requests.start.bindStore(current, ({ request, reply, route }) => {
    const span = start(reply, `${request.method} ${route.url}`, {
      kind: SpanKind.SERVER,
      // Hooks have run before the handler.
      startTime: Date.now() - reply.elapsedTime,
      attributes: {
        'http.request.method': request.method,
        'http.route': route.url,
        'marquee.request_id': request.id,
      },
    })
    reply.raw.once('close', () => endRequest(span, reply))
    return span
  })

  const socketEvents = tracedSocketEvents as TracingChannel<Span, TracedSocketEvent>
  socketEvents.start.bindStore(current, (traced) =>
    start(traced, `event ${traced.event}`, { kind: SpanKind.SERVER }),
  )
  listen(socketEvents.asyncEnd, end)

  listen(tracedCommands.start, (command: TracedCommand) => {
    const attributes = { 'marquee.showtimes': [...command.ids] }
    start(command, nameOf(command), { attributes }, current.getStore())
  })
  listen(tracedCommands.asyncEnd, end)

  // The commands of several requests share a transaction: it belongs to the first one, and has a link to each of the others.
  listen(tracedTransactions.start, (transaction: TracedTransaction) => {
    const [first, ...others] = transaction.commands.flatMap((command) => spans.get(command) ?? [])
    const links = others.map((span) => ({ context: span.spanContext() }))
    start(transaction, 'transaction', { links }, first)
  })
  listen(tracedTransactions.asyncEnd, end)
}

const listen = <Message>(channel: Channel, onMessage: (message: Message) => void) =>
  channel.subscribe((message) => onMessage(message as Message))

const nameOf = ({ task }: TracedCommand) =>
  'kind' in task ? `command ${task.kind.decide.name}` : 'unit of work'

/** The code of a refusal, whether it was thrown or acknowledged. */
function refusalOf({ error, result }: Outcome) {
  if (error instanceof AppError) return error.code
  return (result as { code?: string } | undefined)?.code
}

function endRequest(span: Span, { statusCode, errorCode }: FastifyReply) {
  span.setAttribute('http.response.status_code', statusCode)
  if (errorCode !== null) span.setAttribute(REFUSAL, errorCode)
  if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
