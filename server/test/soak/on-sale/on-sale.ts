import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { setWaitingRoom } from '@marquee/contract/office/shows/waiting-rooms'
import { sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { loadShowtimes } from '../catalogue.ts'
import type { Violation } from '../operation-log.ts'
import { writeRushCatalogue } from '../rush.ts'
import { startTestCluster, type TestCluster } from '../test-cluster.ts'
import { findOnSaleViolations, readPositions } from './on-sale-assertions.ts'
import { createAccounts, createCrowd, startCrowd } from './on-sale-crowd.ts'
import { describePages, type Period, readPages } from './page-reads.ts'

const SECOND = 1000
const MEGABYTE = 1024 ** 2
/** The run ends when so much of the hall is sold, and fails if that takes longer than the time limit. */
const SOLD_SHARE = 0.9
const MAX_SALE_MS = 300 * SECOND
const POLL_MS = 500
/** Booking opens so long after all visitors are there. */
const OPENS_AFTER_MS = 3 * SECOND
const POSTGRES_DOWN_MS = 1000
/** Pages are read for so long at least after the crash, also when the hall is sold before. */
const READ_AFTER_CRASH_MS = 10 * SECOND

/**
 * Opens booking for a hall of 600 seats on three nodes while thousands wait for it. When half of the seats are sold, PostgreSQL crashes, and then
 * a node is killed; both start again. Returns the violated rules, and figures that no rule judges.
 */
export async function runOnSale({ visitors: count }: { visitors: number }) {
  await using started = new AsyncDisposableStack()
  const data = createDataDir()
  started.defer(data.remove)
  const cluster = await startTestCluster(
    { seconds: 0, clients: 0, toleranceSeconds: 0, nodes: 3, faults: ['postgres-immediate'] },
    {
      CATALOGUE: writeRushCatalogue(data.dataDir),
      QUEUE_TURN_SECONDS: '20',
      HOLD_SECONDS: '60',
      HOLD_MAX_SECONDS: '120',
      HOLD_GRACE_SECONDS: '60',
      CHECKOUT_GRACE_SECONDS: '60',
    },
  )
  started.defer(cluster.close)
  const [{ movieId, showtimeId }] = (await loadShowtimes(cluster))('rush')
  const seats = await cluster.query(countSeats)
  const accounts = await cluster.query(createAccounts)
  await open(cluster, showtimeId, 3600 * SECOND)

  const crowd = startCrowd(createCrowd(count, accounts), {
    urls: cluster.nodes,
    movieId,
    showtimeId,
  })
  started.defer(crowd.kill)
  const startedAt = performance.now()
  await crowd.connected
  const connectedAfter = performance.now() - startedAt
  const memory = await readMemory(cluster)

  let period: Period | undefined = 'before the crash'
  const pages = readPages(cluster.nodes, showtimeId, () => period)
  await open(cluster, showtimeId, OPENS_AFTER_MS)
  const openedAt = performance.now()
  const isLate = () => performance.now() - openedAt > MAX_SALE_MS
  const waitUntilSold = async (share: number) => {
    while (!isLate()) {
      if ((await cluster.query((db) => countSold(db, showtimeId))) >= share * seats) return
      await delay(POLL_MS)
    }
  }
  await waitUntilSold(SOLD_SHARE / 2)
  const before = await cluster.query((db) => readPositions(db, showtimeId))
  period = 'during the crash'
  await crash(cluster)
  period = 'after the crash'
  const after = await cluster.query((db) => readPositions(db, showtimeId))
  const readLongEnough = delay(READ_AFTER_CRASH_MS)
  await waitUntilSold(SOLD_SHARE)
  const soldAfter = performance.now() - openedAt
  await readLongEnough
  period = undefined
  const visitors = await crowd.end()
  const violations: Violation[] = await cluster.query((db) =>
    findOnSaleViolations(db, { showtimeId, seats, visitors, before, after, share: SOLD_SHARE }),
  )
  const figures = {
    visitors: visitors.length,
    'waiting at the crash': before.filter((position) => isWaiting(position)).length,
    'connected after (s)': Math.round(connectedAfter / SECOND),
    '90 % sold after (s)': Math.round(soldAfter / SECOND),
    'memory of the three nodes when all are connected (MB)': Math.round(memory / MEGABYTE),
    ...describePages(await pages),
    'seats of programs': visitors
      .filter(({ isProgram }) => isProgram)
      .reduce((sum, { booked }) => sum + booked.length, 0),
    'proofs of work': visitors.reduce((sum, { proofs }) => sum + proofs, 0),
  }
  return { violations, figures }
}

const isWaiting = ({ turn_at, ended_at }: { turn_at: number | null; ended_at: number | null }) =>
  turn_at === null && ended_at === null

/** Sets when booking opens, as a manager does. */
async function open({ offices, dataDir }: TestCluster, showtimeId: string, afterMs: number) {
  const secret = await readFile(join(dataDir, '0', 'office-secret'), 'utf8')
  const path = setWaitingRoom.path.replace(':showtimeId', showtimeId)
  const body = { opensAt: new Date(Date.now() + afterMs).toISOString() }
  const headers = { authorization: `Bearer ${secret}` }
  const { statusCode, text } = await createHttpClient(offices[0] ?? '').put(path, body, headers)
  if (statusCode !== 200) throw new Error(`The opening was answered with ${statusCode}: ${text}`)
}

/** PostgreSQL ends without writing to disk what it has in memory, and a node ends at once. */
async function crash({ duringDatabaseOutage, killAndRestart, infrastructure }: TestCluster) {
  await duringDatabaseOutage(async () => {
    await infrastructure?.postgres.stop('immediate')
    await delay(POSTGRES_DOWN_MS)
    await infrastructure?.postgres.start()
  }, true)
  await killAndRestart(0)
}

const countSeats = async (db: Db) =>
  Number((await sql<{ n: number }>`select count(*) as n from places`.execute(db)).rows[0]?.n)

const countSold = async (db: Db, showtimeId: string) =>
  Number(
    (
      await sql<{ n: number }>`
        select count(*) as n from claims where showtime_id = ${showtimeId} and booking_id is not null`.execute(
        db,
      )
    ).rows[0]?.n,
  )

/** The memory of all nodes, in bytes. */
async function readMemory({ processIds }: TestCluster) {
  const sizes = processIds().map(async (id) => {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
    return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0)
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
