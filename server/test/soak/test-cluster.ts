import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { createPostgresKysely, openPool } from '#src/database/connection/postgres.ts'
import { openReader } from '#src/database/connection/sqlite.ts'
import { isTransientError } from '#src/database/error-kinds.ts'
import type { Schema } from '#src/database/schema.ts'
import { startPostgres } from '#test/cluster/private-postgres.ts'
import { startRedis } from '#test/cluster/private-redis.ts'
import { startTcpProxy } from '#test/cluster/tcp-proxy.ts'
import { createDataDir, type RunningServer, startServer } from '#test/support/server-process.ts'
import { mountSmallDisk } from '#test/support/small-disk.ts'
import { createEmptyPostgresDatabase, execute } from '#test/support/test-postgres.ts'
import type { Account } from './api-client.ts'
import { SOAK_REFUND_POLICY, writeSoakCatalogue } from './catalogue.ts'
import { executeOn, injectIntoDatabase } from './injected-faults.ts'
import type { SoakOptions } from './options.ts'

export const HOLD_SECONDS = 8
export const CHECKOUT_SECONDS = 5
export const HOLD_MAX_SECONDS = 12
export const GRACE_SECONDS = 3
const OFFER_SECONDS = 6
/** Of visitors in checkout who are signed out. */
const CHECKOUT_GRACE_SECONDS = 4
export const SEATS_PER_ACCOUNT = 20
const HOST = '127.0.0.1'
const RETRY_MS = 100
/** Scenarios compare their showtimes with the database at the same time. */
const MAX_CONNECTIONS = 4
/** The disk of the fault `disk-full`. An empty server takes 40 MB and up to 80 MB of log. */
const POSTGRES_MEGABYTES = 400

export type TestCluster = Awaited<ReturnType<typeof startTestCluster>>

/** A period (epoch milliseconds) in which requests may fail. */
export interface Outage {
  from: number
  to: number
  /** Whether holds of the last moments may be lost: they do not wait for the disk. */
  losesHolds?: boolean
  /** Whether nodes cannot record who is connected. Another node then ends their holds after the grace period. */
  isOfDatabase?: boolean
}

export interface Shutdown {
  exitCode: number | null
  tookMs: number
}

export type Infrastructure = Awaited<ReturnType<typeof startInfrastructure>>

/** Starts PostgreSQL and Redis servers that faults may stop. Only the first node's connection to Redis can be cut alone. */
export async function startInfrastructure({ faults }: Pick<SoakOptions, 'faults'>) {
  await using started = new AsyncDisposableStack()
  const redis = await startRedis()
  started.defer(redis.kill)
  if (!faults?.includes('redis-absent')) await redis.start()
  const redisProxy = await startTcpProxy(redis.port)
  started.defer(redisProxy.cut)
  const disk = faults?.includes('disk-full') ? mountSmallDisk(POSTGRES_MEGABYTES) : undefined
  if (disk) started.defer(async () => disk.remove())
  const postgres = await startPostgres(disk?.path)
  started.defer(postgres.remove)
  const standby = faults?.includes('standby-away') ? await postgres.startStandby() : undefined

  const resources = started.move()
  return {
    postgres,
    standby,
    disk,
    redis,
    redisProxy,
    redisUrlOf: (node: number) => `redis://127.0.0.1:${node === 0 ? redisProxy.port : redis.port}`,
    close: () => resources.disposeAsync(),
  }
}

/**
 * Starts a balancer. In the thread of the visitors it would accept one connection per turn of their event loop, and requests would wait for
 * many seconds.
 */
async function startBalancer() {
  const worker = new Worker(new URL('balancer-worker.ts', import.meta.url))
  const [port] = (await once(worker, 'message')) as [number]
  return {
    url: `http://${HOST}:${port}`,
    addNode: (url: string) => worker.postMessage(url),
    stop: async () => void (await worker.terminate()),
  }
}

/** Starts server processes with short holds and few seats on a database of their own. */
export async function startTestCluster(
  options: SoakOptions,
  environment: Record<string, string> = {},
) {
  await using started = new AsyncDisposableStack()
  const data = createDataDir()
  started.defer(data.remove)
  const outages: Outage[] = []
  const shutdowns: Shutdown[] = []
  const nodeCount = options.nodes ?? 1
  const infrastructure = nodeCount > 1 ? await startInfrastructure(options) : undefined
  if (infrastructure) started.defer(infrastructure.close)
  const postgresUrl = infrastructure?.postgres.url ?? options.postgresUrl
  const postgres = postgresUrl ? await createEmptyPostgresDatabase(postgresUrl) : undefined
  const balancer = infrastructure && (await startBalancer())
  if (balancer) started.defer(balancer.stop)
  const balancerUrl = balancer?.url
  const sharedEnvironment = {
    ...(balancerUrl && { PUBLIC_URL: balancerUrl }),
    CATALOGUE: writeSoakCatalogue(data.dataDir, options.seconds),
    HOLD_SECONDS: String(HOLD_SECONDS),
    CHECKOUT_SECONDS: String(CHECKOUT_SECONDS),
    HOLD_MAX_SECONDS: String(HOLD_MAX_SECONDS),
    HOLD_GRACE_SECONDS: String(GRACE_SECONDS),
    CHECKOUT_GRACE_SECONDS: String(CHECKOUT_GRACE_SECONDS),
    OFFER_SECONDS: String(OFFER_SECONDS),
    REFUND_POLICY: SOAK_REFUND_POLICY,
    SEATS_PER_ACCOUNT: String(SEATS_PER_ACCOUNT),
    // The balancer, and the proxy in front of it, which each client's X-Forwarded-For header simulates.
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'error',
    ...environment,
    ...options.injected?.environment,
    ...(postgres && {
      DATABASE_URL: postgres.url,
      SESSION_SECRET: 'a secret that only tests use, long enough',
    }),
  }
  const startedAt = Date.now()
  const crash = Promise.withResolvers<never>()
  crash.promise.catch(() => undefined)
  /** Starts a node, on the ports that it had before. */
  const startNode = async (n: number, { port = 0, officePort = 0 } = {}) => {
    const server = await startServer({
      ...sharedEnvironment,
      PORT: String(port),
      OFFICE_PORT: String(officePort),
      DATA_DIR: join(data.dataDir, String(n)),
      ...(infrastructure && { REDIS_URL: infrastructure.redisUrlOf(n) }),
    })
    server.crashed.catch(crash.reject)
    return server
  }
  // All nodes start at the same time on an empty database.
  const servers = await Promise.all(Array.from({ length: nodeCount }, (_, n) => startNode(n)))
  const ports = servers.map(({ port, officePort }) => ({ port, officePort }))
  const nodes = servers.map(({ url }) => url)
  const offices = servers.map(({ officePort }) => `http://${HOST}:${officePort}`)
  for (const url of nodes) balancer?.addNode(url)
  started.defer(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    if (!infrastructure) await postgres?.drop()
  })
  const sqlitePath = join(data.dataDir, '0', 'marquee.db')
  const database = postgres?.url ?? sqlitePath
  if (postgres) await setClock(postgres.url)
  if (options.injected) await injectIntoDatabase(options.injected, database)

  const db = postgres
    ? createPostgresKysely(
        openPool(postgres.url, {
          onConnectionError: () => undefined,
          maxConnections: MAX_CONNECTIONS,
        }),
      )
    : openReader({ path: sqlitePath, now: Date.now })
  started.defer(() => db.destroy())

  /** Queries the database directly. During an outage it waits until the database is back. */
  async function query<T>(read: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
    try {
      return await read(db)
    } catch (error) {
      if (!options.faults || !isTransientError(error)) throw error
      await delay(RETRY_MS)
      return query(read)
    }
  }

  /** Runs `work` and records its duration as an outage. */
  async function duringOutage(
    work: () => Promise<void>,
    effects: Omit<Outage, 'from' | 'to'> = {},
  ) {
    const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY, ...effects }
    outages.push(outage)
    await work()
    outage.to = Date.now()
  }

  const resources = started.move()
  return {
    url: balancerUrl ?? (servers[0] as RunningServer).url,
    /** The processes of the nodes that run now. */
    processIds: () => servers.map(({ pid }) => pid),
    /** The address of each node, without the balancer. */
    nodes,
    /** The address of the office of each node. */
    offices,
    dataDir: data.dataDir,
    infrastructure,
    startedAt,
    outages,
    shutdowns,
    /** Rejects with the output of a node that ends without being killed. */
    crashed: crash.promise,
    query,
    /** Marks the email of an account as confirmed. */
    confirmEmail: async (account: Account) => {
      await executeOn(database, [
        `update users set email_confirmed_at = created_at where id = '${account.userId}'`,
      ])
      return { ...account, isConfirmed: true }
    },
    /** Runs `work`, which makes the database unavailable. */
    duringDatabaseOutage: (work: () => Promise<void>, losesHolds = false) =>
      duringOutage(work, { isOfDatabase: true, losesHolds }),
    killAndRestart: (n = 0) =>
      duringOutage(async () => {
        await servers[n]?.kill('SIGKILL')
        servers[n] = await startNode(n, ports[n])
      }),
    stopAndRestart: (n: number) =>
      duringOutage(async () => {
        const requestedAt = performance.now()
        const exitCode = (await servers[n]?.kill('SIGTERM')) ?? null
        shutdowns.push({ exitCode, tookMs: performance.now() - requestedAt })
        servers[n] = await startNode(n, ports[n])
      }),
    close: () => resources.disposeAsync(),
  }
}

/** How far the clock of the tests is ahead of that of the system. */
const TEST_CLOCK_OFFSET_MS = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0)

/** Gives a PostgreSQL database the clock of this process and the servers, which is that of the tests. */
const setClock = (url: string) =>
  execute(
    url,
    `create or replace function clock_ms() returns bigint language sql volatile as
     'select (extract(epoch from clock_timestamp()) * 1000)::bigint + ${TEST_CLOCK_OFFSET_MS}'`,
  )

/** Whether a period overlaps an outage or the `afterMs` milliseconds after it. */
export const overlapsOutage = (
  outages: Outage[],
  { from, to }: Pick<Outage, 'from' | 'to'>,
  afterMs = 0,
) => outages.some((outage) => from <= outage.to + afterMs && to >= outage.from)
