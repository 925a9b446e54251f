import { mkdirSync } from 'node:fs'
import { createIdentityProvider } from './accounts/identity-provider.ts'
import { createOauthCookies } from './accounts/oauth-state-cookies.ts'
import { createPasswords } from './accounts/passwords.ts'
import { createSessions } from './accounts/session.plugin.ts'
import { loadSessionSecret } from './accounts/session-secret.ts'
import { BEAT_EVERY_MS, createConnectionCounts } from './admission/connection-counts.ts'
import { createApp } from './app.ts'
import { loadCatalogue } from './catalogue/load-catalogue.ts'
import { extendSchedule } from './catalogue/schedule.ts'
import { joinCluster } from './cluster/join.ts'
import { openRedis } from './cluster/redis.ts'
import { type Config, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { connectEmbedded } from './database/connect.ts'
import { lockDataDir } from './database/data-dir.ts'
import { migrate } from './database/migrate.ts'
import { createHolderCookies } from './http/holder-cookie.ts'
import { isAllowedOrigin } from './http/origin-guard.ts'
import { expireHolds } from './inventory/holds.service.ts'
import { createLoopbackFetch } from './local-provider/loopback-fetch.ts'
import { createMailer } from './mail/mailer.ts'
import { startIntervalJob } from './platform/interval-job.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMetrics } from './platform/metrics.ts'
import { releaseStartupMemory } from './platform/release-startup-memory.ts'
import { openRealtime } from './realtime/realtime.ts'
import { exitCodeFor, startupErrorMessage } from './startup-error.ts'

const SECOND_MS = 1000
/** Whatever was lost is found by the second of them: within a second. */
const COMPARE_EVERY_MS = SECOND_MS / 2
/** Twice as often as anybody has to be told, for a busy database. */
const SWEEP_EVERY_MS = 500
const LAST_REQUEST_MS = 5 * SECOND_MS
/** Whoever stops us waits ten seconds, and then does it himself. */
const LAST_MOMENT_MS = 9 * SECOND_MS
const IDLE_MS = 50
/** After the first visitors, who come with the doors. */
const SETTLED_MS = 2 * SECOND_MS
const SCHEDULE_EVERY_MS = 10 * 60 * SECOND_MS

/**
 * Opens the cinema: data, migrations, catalogue, the one server, and what it does by the clock. What has been opened is
 * closed again in the opposite order, at the end or when a later step fails.
 */
async function serve(config: Config, log: Log) {
  await using opened = new AsyncDisposableStack()
  opened.defer(config.databaseUrl ? prepare(config.dataDir) : lockDataDir(config.dataDir))
  const { db, reader, occupancy, close: disconnect } = await connect(config, log)
  opened.defer(disconnect)

  const mailer = createMailer(config, log)
  opened.defer(mailer.close)

  const ctx: Context = {
    db,
    reader,
    config,
    log,
    metrics: createMetrics(),
    now: Date.now,
    sendMail: mailer.send,
    passwords: createPasswords(),
    identityProvider: identityProviderOf(config, log),
    // Nobody listens until the socket is open, below.
    publish: () => undefined,
    lastBroadcastMap: async () => undefined,
    tellExpired: () => undefined,
  }
  await migrate(db)
  await loadCatalogue(ctx)
  await extendSchedule(ctx)

  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined
  opened.defer(() => redis?.close())
  const others = redis && createConnectionCounts(redis, crypto.randomUUID())
  const secret = await loadSessionSecret(config)
  const holders = createHolderCookies({ secret, secure: config.secure })
  const sessions = createSessions(ctx)
  const oauthCookies = createOauthCookies({ secret, secure: config.secure, now: ctx.now })
  const app = await createApp(ctx, { holders, sessions, oauthCookies, redis })
  opened.defer(() => closeDoors(app))
  const realtime = openRealtime(app.server, ctx, {
    holders,
    mayEnter: ({ headers }) => isAllowedOrigin(headers, config.origins),
    whoIs: sessions.find,
    others,
  })
  opened.defer(() => others?.leave())
  opened.defer(() => realtime.close())
  ctx.lastBroadcastMap = realtime.toldMap
  ctx.publish = realtime.publish
  ctx.tellExpired = realtime.tellExpired
  if (config.databaseUrl) opened.use(joinCluster(ctx, realtime, { redis }))
  ctx.metrics.watch({ sockets: realtime.count, occupancy })

  opened.defer(startIntervalJob(() => expireHolds(ctx), SWEEP_EVERY_MS, log))
  opened.defer(startIntervalJob(() => realtime.takeAttendance(), SECOND_MS, log))
  opened.defer(startIntervalJob(() => realtime.compare(), COMPARE_EVERY_MS, log))
  opened.defer(startIntervalJob(() => realtime.seeOut(), SECOND_MS, log))
  if (others) opened.defer(startIntervalJob(realtime.tellOthers, BEAT_EVERY_MS, log))
  opened.defer(startIntervalJob(() => extendSchedule(ctx), SCHEDULE_EVERY_MS, log))

  await app.listen({ host: config.host, port: config.port })
  const everything = opened.move()
  return { url: config.publicUrl, close: () => everything.disposeAsync() }
}

async function connect({ databaseUrl, dataDir }: Config, log: Log) {
  if (!databaseUrl) return connectEmbedded(dataDir)
  const { connectPostgres } = await import('./database/connect-postgres.ts')
  return connectPostgres(databaseUrl, (error) =>
    log.warn({ err: error }, 'a database connection was lost'),
  )
}

function identityProviderOf({ openId, ...config }: Config, log: Log) {
  if (!openId) return null
  const reach = openId.isLocal ? createLoopbackFetch(config) : fetch
  return createIdentityProvider(openId, { fetch: reach, now: Date.now, log })
}

/** Lets requests under way finish, but not for ever, and then nobody keep the line. */
async function closeDoors({ server, close }: Awaited<ReturnType<typeof createApp>>) {
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
  const deadline = setTimeout(() => server.closeAllConnections(), LAST_REQUEST_MS)
  await close()
  clearInterval(idle)
  clearTimeout(deadline)
}

/** With a database server, the directory holds only mail and may be shared. */
function prepare(dataDir: string) {
  mkdirSync(dataDir, { recursive: true })
  return () => undefined
}

async function main() {
  // Whatever we write down is its owner's alone, also in a directory that others may enter.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const server = await serve(config, log)
  let closing = false
  const close = async (signal: string) => {
    if (closing) return
    closing = true
    log.info({ signal }, 'closing')
    setTimeout(() => {
      log.error('closing took too long: what hangs is left behind')
      process.exit(1)
    }, LAST_MOMENT_MS).unref()
    await server.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void close(signal))
  }
  process.stdout.write(`${config.brandName} is open at ${server.url}\n`)
  setTimeout(releaseStartupMemory, SETTLED_MS).unref()
}

await main().catch((error: unknown) => {
  process.stderr.write(`${startupErrorMessage(error)}\n`)
  process.exitCode = exitCodeFor(error)
})
