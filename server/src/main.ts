import packageJson from '../package.json' with { type: 'json' }
import { createIdentityProvider } from './accounts/google/identity-provider.ts'
import { loadCatalogue } from './catalogue/apply/load-catalogue.ts'
import { extendSchedule } from './catalogue/schedule/schedule.ts'
import { createClusterBus } from './cluster/cluster-bus.ts'
import { openRedis } from './cluster/redis.ts'
import type { Config } from './config/config.ts'
import { type OpenSockets, readConfigWithPorts } from './config/listening-ports.ts'
import { loadSessionSecret } from './config/session-secret.ts'
import { createContext } from './create-context.ts'
import { createReadinessCheck } from './database/health/readiness.ts'
import { listen } from './http/listen.ts'
import { createJobs } from './jobs.ts'
import { inviteFirstDevice, startOffice } from './office.ts'
import { startIntervalJobs } from './platform/interval-jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { openSite } from './site.ts'
import { watchNode } from './startup/node-gauges.ts'
import { openDatabase } from './startup/open-database.ts'
import { exitCodeFor, startupErrorMessage } from './startup/startup-error.ts'
import { loadPassKeys } from './tickets/pass-keys.ts'

/** Process managers kill a process ten seconds after SIGTERM. */
const CLOSE_TIMEOUT_MS = 9000

/**
 * Starts the server: database, services, site and office, interval jobs, and listens. After a signal, or when a later step fails, everything
 * is closed in the opposite order: jobs, sockets, requests in progress, Redis, database, data directory.
 */
async function serve(config: Config, sockets: OpenSockets, log: Log) {
  await using resources = new AsyncDisposableStack()
  if (config.traces) {
    // Loaded on demand, to keep a server without traces small.
    const { startTraces } = await import('./platform/opentelemetry.ts')
    resources.defer(startTraces(config.traces, log).close)
  }
  const { poolUsage, db, reader } = await openDatabase(config, log, resources)
  const ctx = createContext({
    db,
    reader,
    config,
    log,
    secret: await loadSessionSecret(config),
    passKeys: await loadPassKeys(config, { reader, log }),
    identityProvider: createIdentityProviderFrom(config, log),
  })
  await loadCatalogue(ctx)
  await extendSchedule(ctx)

  const redis = config.redisUrl ? await openRedis(config.redisUrl, log) : undefined
  resources.defer(() => redis?.close())
  const bus = redis && createClusterBus(redis, ctx.events)
  resources.defer(() => bus?.close())

  const findDatabaseProblem = createReadinessCheck(ctx)
  const site = await openSite(ctx, { redis, findDatabaseProblem })
  resources.defer(site.close)
  watchNode(ctx, {
    poolUsage,
    findDatabaseProblem,
    isRedisConnected: redis?.isConnected,
    countSockets: site.realtime.count,
  })
  const officeOptions = { redis, findDatabaseProblem, socket: sockets.office }
  const office =
    config.office && (await startOffice(ctx, { office: config.office, ...officeOptions }))
  if (office) resources.defer(office.close)
  resources.defer(startIntervalJobs(createJobs(ctx, { site, office }), log))

  await listen(site.app, { host: config.host, port: config.port, socket: sockets.site })
  log.info({ version: packageJson.version, node: process.version }, 'server started')
  const opened = resources.move()
  const pairingLink = office && config.office && (await inviteFirstDevice(ctx, config.office))
  return { url: config.publicUrl, pairingLink, close: () => opened.disposeAsync() }
}

function createIdentityProviderFrom({ openId, ...config }: Config, log: Log) {
  if (!openId) return null
  const fetchProvider = openId.isLocal ? createLoopbackFetch(config) : fetch
  return createIdentityProvider(openId, { fetch: fetchProvider, now: Date.now, log })
}

const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Calls this server under its own address: the public URL may belong to a proxy or not exist inside a container. */
function createLoopbackFetch({ host, port }: Pick<Config, 'host' | 'port'>) {
  const hostName = LOOPBACK_OF[host] ?? (host.includes(':') ? `[${host}]` : host)
  return (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    return fetch(new URL(pathname + search, `http://${hostName}:${port}`), init)
  }
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
