import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { createPostgresKysely, openPool } from '#src/database/connection/postgres.ts'
import type { Schema } from '#src/database/schema.ts'
import { runCluster } from '#test/cluster/command.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { createEmptyPostgresDatabase } from '#test/support/test-postgres.ts'
import { ownAddress } from './addresses.ts'
import { createAccount } from './api-client.ts'
import { loadShowtimes, type SoakShowtime, writeSoakCatalogue } from './catalogue.ts'
import { findBookingViolations } from './database-assertions.ts'
import { watchMachine } from './machine-stalls.ts'
import { findWrongMaps, retryUntilEmpty } from './map-assertions.ts'
import { createOperationLog, type OperationLog, type Violation } from './operation-log.ts'
import { performRandomAction } from './random-actions.ts'
import { connectViewer, type Viewer } from './simulated-viewer.ts'
import { connectVisitor } from './simulated-visitor.ts'

const MAX_RECONNECT_MS = 15_000
const MAX_MAP_DELAY_MS = 2000
const BUYERS = 4
const MAX_PAUSE_MS = 800
/** The viewers of one address, and the limit of its connections: if a connection were counted twice, some would be refused. */
const VIEWERS_PER_ADDRESS = 40
const CONCURRENT_CONNECTS = 25
const SETTLE_MS = 2000

interface Options {
  postgresUrl: string
  redisUrl: string
  viewers: number
}

/**
 * Many viewers watch a map on three nodes while some visitors book. One node dies. Its viewers must reconnect to the other nodes
 * in time and show the right map.
 */
export async function measureFailover({ postgresUrl, redisUrl, viewers: count }: Options) {
  await using started = new AsyncDisposableStack()
  const data = createDataDir()
  started.defer(data.remove)
  const database = await createEmptyPostgresDatabase(postgresUrl)
  started.defer(async () => void (await database.drop()))
  const cluster = runCluster({
    DATABASE_URL: database.url,
    REDIS_URL: redisUrl,
    DATA_DIR: data.dataDir,
    CATALOGUE: writeSoakCatalogue(data.dataDir, 1),
    SOCKETS_PER_ADDRESS: String(VIEWERS_PER_ADDRESS),
    // Two proxies: the balancer, and one in front of it, which each viewer's X-Forwarded-For header simulates.
    TRUST_PROXY: '2',
  })
  started.defer(async () => void (await cluster.close()))
  const url = await cluster.url()
  const [showtime] = (await loadShowtimes({ url }))('crowd')
  const log = createOperationLog()
  const viewers = await connectViewers(url, showtime, { count, log })
  const visitors = await Promise.all(
    Array.from({ length: BUYERS }, async (_, n) => {
      const account = await createAccount({ url }, n)
      const visitor = await connectVisitor({ url }, { log, account, address: ownAddress(n) })
      await visitor.goTo(showtime)
      return visitor
    }),
  )
  started.defer(() => {
    for (const client of [...viewers, ...visitors]) client.close()
  })

  const processIds = [...(await cluster.nodes()).values()].map(({ pid }) => pid)
  const machine = await watchMachine(() => processIds)
  started.defer(async () => void (await machine.stop()))
  let isOver = false
  const acting = visitors.map(async (visitor) => {
    while (!isOver) {
      await performRandomAction(visitor, log)
      await delay(Math.random() * MAX_PAUSE_MS)
    }
  })
  await delay(SETTLE_MS)
  const before = viewers.map((viewer) => ({
    viewer,
    join: viewer.nextJoin(),
    count: viewer.disconnects(),
  }))
  const killedAt = performance.now()
  process.kill((await cluster.nodes()).get('node 1')?.pid ?? 0, 'SIGKILL')
  await delay(SETTLE_MS)
  const disconnected = before.filter(({ viewer, count }) => viewer.disconnects() > count)
  const timeout = delay(MAX_RECONNECT_MS - SETTLE_MS, undefined, { ref: false })
  const joinedAt = await Promise.all(disconnected.map(({ join }) => Promise.race([join, timeout])))
  isOver = true
  await Promise.all(acting)

  const query = async <T>(read: (db: Kysely<Schema>) => Promise<T>) => {
    const pool = openPool(database.url, { onConnectionError: () => undefined, maxConnections: 1 })
    const db = createPostgresKysely(pool)
    return read(db).finally(() => db.destroy())
  }
  const missing = joinedAt.filter((at) => at === undefined).length
  const violations: Violation[] = [
    ...log.violations,
    ...(missing === 0 ? [] : [lateViolation(missing)]),
    ...(await retryUntilEmpty(MAX_MAP_DELAY_MS, () =>
      findWrongMaps({ query }, showtime.showtimeId, [...viewers, ...visitors]),
    )),
    ...(await query((db) => findBookingViolations(db, log))),
  ]
  const reconnectMs = joinedAt
    .flatMap((at) => (at === undefined ? [] : [Math.round(at - killedAt)]))
    .toSorted((one, other) => one - other)
  return {
    violations,
    stalls: await machine.stop(),
    disconnected: disconnected.length,
    medianReconnectMs: reconnectMs[Math.floor(reconnectMs.length / 2)],
    lastReconnectMs: reconnectMs.at(-1),
    refusals: viewers.reduce((sum, { refusals }) => sum + refusals(), 0),
  }
}

const lateViolation = (count: number): Violation => ({
  rule: 'expected answers only',
  detail: `${count} viewers were not reconnected after ${MAX_RECONNECT_MS} ms`,
})

async function connectViewers(
  url: string,
  { showtimeId }: SoakShowtime,
  { count, log }: { count: number; log: OperationLog },
) {
  const viewers: Viewer[] = []
  while (viewers.length < count) {
    const length = Math.min(CONCURRENT_CONNECTS, count - viewers.length)
    const connecting = Array.from({ length }, (_, n) => {
      const group = Math.floor((viewers.length + n) / VIEWERS_PER_ADDRESS)
      const address = `10.9.${group >> 8}.${group & 255}`
      return connectViewer(url, { address, showtimeId, log })
    })
    await Promise.all(connecting.map((viewer) => viewer.nextJoin()))
    viewers.push(...connecting)
  }
  return viewers
}
