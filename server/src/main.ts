import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../package.json' with { type: 'json' }
import { createIdentityProvider } from './accounts/identity-provider.ts'
import { createOauthCookies } from './accounts/oauth-state-cookies.ts'
import { createPasswords } from './accounts/passwords.ts'
import { createPhoneCodeHash } from './accounts/phone-code-hash.ts'
import { createPictureEncoder } from './accounts/picture-encoder.ts'
import { createSessions } from './accounts/session.plugin.ts'
import { loadSessionSecret } from './accounts/session-secret.ts'
import { queueAlerts } from './alerts/booking-alerts.service.ts'
import { createApp } from './app.ts'
import { releaseDueBlocks } from './bookings/blocks.service.ts'
import { finishShowCancellations } from './bookings/show-cancellation.service.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { extendSchedule } from './catalogue/schedule.ts'
import { createScreenLayouts } from './catalogue/screen-layouts.ts'
import { createClusterBus } from './cluster/cluster-bus.ts'
import { openRedis, type Redis } from './cluster/redis.ts'
import { type Config, ConfigError, type OfficeConfig } from './config.ts'
import type { Context } from './context.ts'
import type { ContextEvents } from './context-events.ts'
import { createClockWatch } from './database/clock-watch.ts'
import { connectEmbedded } from './database/connect.ts'
import { createDataDir, lockDataDir } from './database/data-dir.ts'
import { restrictToOwner } from './database/file-modes.ts'
import { assertDatabaseNotLost } from './database/lost-database.ts'
import { migrate } from './database/migrate.ts'
import { assertWritableServer, createReadinessCheck } from './database/readiness.ts'
import { sharesSessions } from './database/shared-sessions.ts'
import { deleteOldData } from './housekeeping/housekeeping.service.ts'
import { createHolderCookies } from './http/holder-cookie.ts'
import { isAllowedOrigin } from './http/origin-guard.ts'
import type { App } from './http/route.ts'
import { releaseAccessiblePlaces } from './inventory/access-release.service.ts'
import { createPlacesElsewhere } from './inventory/places-elsewhere.ts'
import { createSeatCounts } from './inventory/seat-counts.ts'
import { expireHolds } from './inventory/selections.service.ts'
import { createShowtimes } from './inventory/showtimes.ts'
import { createAddressKey } from './limits/address-key.ts'
import { createProofOfWork } from './limits/proof-of-work.ts'
import { limitTcpConnections, trackUnreadConnections } from './limits/tcp-connections.ts'
import { watchUntrustedProxies } from './limits/untrusted-proxy.ts'
import { listen, type OpenSockets, readConfigWithPorts } from './listening-ports.ts'
import { createLoopbackFetch } from './local-provider/loopback-fetch.ts'
import { createDelivery } from './messages/delivery.ts'
import { sendDueMails } from './messages/outbox.service.ts'
import { createRecipientKey } from './messages/recipient-key.ts'
import { queueReminders } from './messages/reminders.service.ts'
import { createUnsubscribeTokens } from './messages/unsubscribe-tokens.ts'
import { watchNode } from './node-gauges.ts'
import type { NodeStatus } from './office/health.service.ts'
import { inviteFirstDevice, openOffice } from './office/office.ts'
import { createFairQueue } from './platform/fair-queue.ts'
import { startIntervalJob } from './platform/interval-job.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { createMemoryRelease } from './platform/release-memory.ts'
import { openRealtime } from './realtime/realtime.ts'
import { exitCodeFor, startupErrorMessage } from './startup-error.ts'
import { loadPassKeys } from './tickets/load-pass-keys.ts'
import { createPdfDrawer } from './tickets/pdf-drawer.ts'
import { startOfferJob } from './waitlist/offer-job.ts'

const SECOND_MS = 1000
/** A page takes about 30 ms of a processor core. */
const PDF_QUEUE = { concurrency: 1, maxQueued: 64 }
const BACKGROUND_QUEUE = { concurrency: 1, maxQueued: Number.POSITIVE_INFINITY }
/** A change whose notification was lost is found within half a second, a lost push usually within a second (broadcaster.ts). */
const COMPARE_INTERVAL_MS = 500
/** An expired hold is deleted within half a second. */
const EXPIRE_INTERVAL_MS = 500
const CLOCK_INTERVAL_MS = 10 * SECOND_MS
const ACCESS_RELEASE_INTERVAL_MS = 10 * SECOND_MS
const SCHEDULE_INTERVAL_MS = 10 * 60 * SECOND_MS
const REMINDER_INTERVAL_MS = 60 * SECOND_MS
const ALERT_INTERVAL_MS = 60 * SECOND_MS
/** Finishes what an interruption has left. */
const CANCELLATION_INTERVAL_MS = 5 * SECOND_MS
const HOUSEKEEPING_INTERVAL_MS = 60 * 60 * SECOND_MS
/** Requests in progress may take this long when the server closes. */
const DRAIN_TIMEOUT_MS = 5 * SECOND_MS
const IDLE_CHECK_INTERVAL_MS = 50
/** A mail server may take this long to accept a mail when the server closes. */
const MAIL_CLOSE_TIMEOUT_MS = 3 * SECOND_MS
/** Process managers kill a process ten seconds after SIGTERM. */
const CLOSE_TIMEOUT_MS = 9 * SECOND_MS
/** Mails take at most this share of the time of the event loop: those of a sale must not slow down the sale. */
const MAIL_CPU_SHARE = 0.2
/** The first run is after the first requests have been served. */
const RELEASE_MEMORY_INTERVAL_MS = 5 * SECOND_MS

/**
 * Starts the server: database, services, HTTP and realtime, interval jobs, and listens. After a signal, or when a later step fails,
 * everything is closed in the opposite order: jobs, sockets, requests in progress, Redis, database, data directory.
 */
async function serve(config: Config, sockets: OpenSockets, log: Log) {
  await using resources = new AsyncDisposableStack()
  const { ctx, secret } = await createContext(config, log, resources)
  await loadCatalogue(ctx)
  await extendSchedule(ctx)

  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined
  resources.defer(() => redis?.close())
  const bus = redis && createClusterBus(redis, ctx.events)
  resources.defer(() => bus?.close())

  const holders = createHolderCookies(config, secret)
  const sessions = createSessions(ctx, secret)
  const oauthCookies = createOauthCookies(config, { secret, now: ctx.now })
  const findDatabaseProblem = createReadinessCheck(ctx)
  const app = await createApp(ctx, { holders, sessions, oauthCookies, redis, findDatabaseProblem })
  resources.defer(() => drainServer(app))
  const realtime = openRealtime(app.server, ctx, {
    holders,
    isAllowedOrigin: ({ headers }) => isAllowedOrigin(headers, config.origins),
    findSession: sessions.find,
  })
  resources.defer(realtime.close)
  watchNode(ctx, {
    findDatabaseProblem,
    isRedisConnected: redis?.isConnected,
    countSockets: realtime.count,
  })
  let expiredAt: number | null = null
  const node = { findDatabaseProblem, lastExpiryAt: () => expiredAt }
  const office =
    config.office &&
    (await startOffice(ctx, {
      ...{ office: config.office, socket: sockets.office, node, redis },
    }))
  if (office) resources.defer(office.close)
  const servers = [app.server, ...(office ? [office.server] : [])]
  const closeUnread = servers.map((server) => {
    if (config.rateLimits) limitTcpConnections(server, ctx)
    return trackUnreadConnections(server, ctx)
  })

  const every = (intervalMs: number, job: () => Promise<unknown>) =>
    resources.defer(startIntervalJob(job, intervalMs, log))
  every(EXPIRE_INTERVAL_MS, async () => {
    await expireHolds(ctx)
    await releaseDueBlocks(ctx)
    ctx.metrics.recordExpiry()
    expiredAt = ctx.now()
  })
  const onSetBack = (stepMs: number) =>
    log.warn({ seconds: Math.round(stepMs / SECOND_MS) }, 'database clock was set back')
  every(CLOCK_INTERVAL_MS, createClockWatch({ ...ctx, onSetBack }))
  every(ACCESS_RELEASE_INTERVAL_MS, () => releaseAccessiblePlaces(ctx))
  every(COMPARE_INTERVAL_MS, realtime.compare)
  every(SECOND_MS, realtime.updatePresence)
  every(SECOND_MS, realtime.closeEndedSessions)
  for (const closeUnreadConnections of closeUnread) every(SECOND_MS, closeUnreadConnections)
  if (office) every(SECOND_MS, office.closeEndedDevices)
  const releaseMemory = createMemoryRelease()
  every(RELEASE_MEMORY_INTERVAL_MS, async () => releaseMemory())
  every(SCHEDULE_INTERVAL_MS, () => extendSchedule(ctx))
  every(REMINDER_INTERVAL_MS, () => queueReminders(ctx))
  every(ALERT_INTERVAL_MS, () => queueAlerts(ctx))
  every(CANCELLATION_INTERVAL_MS, () => finishShowCancellations(ctx))
  every(HOUSEKEEPING_INTERVAL_MS, () => deleteOldData(ctx))

  resources.defer(startMailJob(ctx))
  resources.defer(startOfferJob(ctx))

  await listen(app, { host: config.host, port: config.port, socket: sockets.site })
  log.info({ version: packageJson.version, node: process.version }, 'server started')
  const opened = resources.move()
  const pairingLink = office && config.office && (await inviteFirstDevice(ctx, config.office))
  return { url: config.publicUrl, pairingLink, close: () => opened.disposeAsync() }
}

interface OfficeOptions {
  office: OfficeConfig
  socket: OpenSockets['office']
  node: NodeStatus
  redis: Redis | undefined
}

/**
 * Starts the office on its own port. Returns null if another program uses the default port: the site opens without the office. A port that
 * was configured must be free.
 */
async function startOffice(ctx: Context, { office, socket, node, redis }: OfficeOptions) {
  const { app, sockets } = await openOffice(ctx, { office, node, redis })
  const close = async () => {
    sockets.close()
    await drainServer(app)
  }
  try {
    await listen(app, { host: office.host, port: office.port, socket })
  } catch (error) {
    await close()
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!office.isDefaultPort || !isTaken) throw error
    ctx.log.warn({ port: office.port }, 'office port in use: the office is closed')
    return null
  }
  return { server: app.server, closeEndedDevices: sockets.closeEndedDevices, close }
}

async function assertUsableServer({ db }: Pick<Context, 'db'>) {
  if (await sharesSessions(db)) {
    throw new ConfigError([
      'DATABASE_URL: the connection pooler shares server sessions between clients. PgBouncer needs pool_mode = session (docs/operations.md)',
    ])
  }
  await assertWritableServer(db)
}

/** Opens and migrates the database, and creates what all services share. */
async function createContext(
  config: Config,
  log: Log,
  resources: AsyncDisposableStack,
): Promise<{ ctx: Context; secret: string }> {
  // With PostgreSQL the directory contains only mail, and several nodes may share it.
  if (config.databaseUrl) createDataDir(config.dataDir)
  else resources.defer(lockDataDir(config.dataDir))
  for (const path of restrictToOwner(config.dataDir))
    log.warn({ path }, 'file was open to other users')
  const { db, reader, poolUsage, close: disconnect } = await connect(config, log)
  resources.defer(disconnect)
  await assertUsableServer({ db })
  await migrate(db, { onWait: (reason) => log.warn({ reason }, 'migrations wait') })
  const secret = await loadSessionSecret(config)
  const passKeys = await loadPassKeys(config, { reader, log })

  const now = Date.now
  const monotonicNow = () => performance.now()
  const metrics = createMetrics()
  metrics.collectProcessMetrics(poolUsage, config.databaseUrl ? 'postgresql' : 'sqlite')
  const events = new EventEmitter<ContextEvents>()
  const loadPlaces = createScreenLayouts()
  const loadSeatCounts = createSeatCounts({ reader, config, monotonicNow, loadPlaces })
  const identityProvider = createIdentityProviderFrom(config, log)
  const showtimes = createShowtimes({ db, reader, config, log, monotonicNow, loadPlaces, events })
  const caches = {
    loadPlaces,
    loadSeatCounts,
    showtimes,
    placesElsewhere: createPlacesElsewhere(reader),
  }
  const shared = { db, reader, config, now, monotonicNow, log, metrics, events, ...caches }
  const ctx = {
    ...shared,
    deliverMail: createDelivery(config),
    passwords: createPasswords(),
    addressKey: createAddressKey(secret),
    recipientKey: createRecipientKey(secret),
    untrustedProxies: watchUntrustedProxies(config, log),
    encodePicture: createPictureEncoder(),
    phoneCodeHash: createPhoneCodeHash(secret),
    proofOfWork: createProofOfWork(secret, now),
    passKeys,
    unsubscribeTokens: createUnsubscribeTokens(secret),
    pdfQueue: createFairQueue(PDF_QUEUE),
    backgroundQueue: createFairQueue(BACKGROUND_QUEUE),
    drawPdf: createPdfDrawer(),
    identityProvider,
  }
  return { ctx, secret }
}

/** Returns a function that stops the job. Mails that are not sent then stay in the outbox. */
function startMailJob(ctx: Context) {
  const closing = new AbortController()
  const options = { cpuShare: MAIL_CPU_SHARE, signal: closing.signal }
  const stop = startIntervalJob(() => sendDueMails(ctx, options), SECOND_MS, ctx.log)
  return () => {
    closing.abort()
    return Promise.race([stop(), delay(MAIL_CLOSE_TIMEOUT_MS, undefined, { ref: false })])
  }
}

async function connect({ databaseUrl, dataDir }: Config, log: Log) {
  if (!databaseUrl) {
    assertDatabaseNotLost(dataDir)
    return connectEmbedded(dataDir)
  }
  const { connectPostgres } = await import('./database/connect-postgres.ts')
  return connectPostgres(databaseUrl, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
}

function createIdentityProviderFrom({ openId, ...config }: Config, log: Log) {
  if (!openId) return null
  const fetchProvider = openId.isLocal ? createLoopbackFetch(config) : fetch
  return createIdentityProvider(openId, { fetch: fetchProvider, now: Date.now, log })
}

/** Lets requests in progress finish for a limited time, and closes idle connections. */
async function drainServer({ server, close }: Pick<App, 'server' | 'close'>) {
  const idleCheck = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_INTERVAL_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
  await close()
  clearInterval(idleCheck)
  clearTimeout(deadline)
}

async function main() {
  // Files are readable by their owner only, even in a directory that others may read.
  process.umask(0o077)
  const { config, sockets } = await readConfigWithPorts(process.env)
  const log = createLog(config.logLevel)
  const server = await serve(config, sockets, log)
  let isClosing = false
  const close = async (signal: string) => {
    if (isClosing) return
    isClosing = true
    log.info({ signal }, 'server closing')
    setTimeout(() => {
      log.error('server close timed out')
      process.exit(1)
    }, CLOSE_TIMEOUT_MS).unref()
    await server.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void close(signal))
  }
  if (server.pairingLink)
    process.stdout.write(`Pair the first office device: ${server.pairingLink}\n`)
  if (sockets.office) process.stdout.write(`The office listens on port ${config.office?.port}\n`)
  const chosenPort = sockets.site ? ` (port ${config.port})` : ''
  process.stdout.write(`${config.brandName} is open at ${server.url}${chosenPort}\n`)
}

await main().catch((error: unknown) => {
  process.stderr.write(`${startupErrorMessage(error)}\n`)
  process.exitCode = exitCodeFor(error)
})
