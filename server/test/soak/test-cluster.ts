import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { isTransientError } from '#src/database/error-kinds.ts'
import { openPool, queriesOver } from '#src/database/postgres.ts'
import type { Schema } from '#src/database/schema.ts'
import { openReader } from '#src/database/sqlite.ts'
import { startBalancer } from '#test/cluster/balancer.ts'
import {
  createDataDir,
  findFreePort,
  type RunningServer,
  startServer,
} from '#test/support/server-process.ts'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'
import { openStreet } from './infrastructure.ts'
import { sabotaged } from './mutation-checks.ts'
import type { Plan } from './plan.ts'
import { writeProgramme } from './showtimes.ts'

export const HOLD_SECONDS = 8
export const CHECKOUT_SECONDS = 5
export const HOLD_MAX_SECONDS = 12
export const GRACE_SECONDS = 3
const AGAIN_MS = 100

export type House = Awaited<ReturnType<typeof openHouse>>

/** A stretch of time (epoch milliseconds) in which the server was not there. */
export interface Outage {
  from: number
  to: number
  /** Whether the holds of the last moments before it may be gone: they do not wait for the disk. */
  losesHolds?: boolean
}

/** How a node ended that was asked to. */
export interface Closing {
  exitCode: number | null
  tookMs: number
}

/** A cinema of its own with short holds and few seats: the real server as processes that can be killed. */
export async function openHouse(plan: Plan, clock: Record<string, string> = {}) {
  await using opened = new AsyncDisposableStack()
  const data = createDataDir()
  opened.defer(data.remove)
  const outages: Outage[] = []
  const closings: Closing[] = []
  const street = (plan.nodes ?? 1) > 1 ? await openStreet(plan) : undefined
  if (street) opened.defer(street.close)
  const postgresUrl = street?.postgres.url ?? plan.postgres
  const postgres = postgresUrl ? await createPostgresDatabase(postgresUrl) : undefined
  const copy = plan.sabotage ? sabotaged(plan.sabotage) : undefined
  if (copy) opened.defer(copy.remove)
  const ports = await Promise.all(Array.from({ length: plan.nodes ?? 1 }, findFreePort))
  const balancer = street && (await startBalancer(ports))
  if (balancer) opened.defer(balancer.close)
  const settings = {
    ...(balancer && { PUBLIC_URL: balancer.url }),
    CATALOGUE: writeProgramme(data.dataDir, plan.seconds),
    HOLD_SECONDS: String(HOLD_SECONDS),
    CHECKOUT_SECONDS: String(CHECKOUT_SECONDS),
    HOLD_MAX_SECONDS: String(HOLD_MAX_SECONDS),
    HOLD_GRACE_SECONDS: String(GRACE_SECONDS),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...clock,
    ...(postgres && {
      DATABASE_URL: postgres.url,
      SESSION_SECRET: 'a secret that only tests use, long enough',
    }),
  }
  const openedAt = Date.now()
  const start = (n: number) =>
    startServer(
      {
        ...settings,
        PORT: String(ports[n]),
        DATA_DIR: join(data.dataDir, String(n)),
        ...(street && { REDIS_URL: street.redisUrlFor(n) }),
      },
      copy?.main,
    )
  // All at once, on an empty database.
  const servers = await Promise.all(ports.map((_, n) => start(n)))
  opened.defer(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    if (!street) await postgres?.drop()
  })

  /** What the database says, read beside the server; while it is away, as soon as it is back. */
  async function inBooks<T>(read: (books: Kysely<Schema>) => Promise<T>): Promise<T> {
    const books = postgres
      ? queriesOver(openPool(postgres.url, { onLost: () => undefined, connections: 1 }))
      : openReader({ path: join(data.dataDir, '0', 'marquee.db'), now: Date.now })
    try {
      return await read(books)
    } catch (error) {
      if (!plan.faults || !isTransientError(error)) throw error
      await pause(AGAIN_MS)
      return inBooks(read)
    } finally {
      await books.destroy()
    }
  }

  /** Does something during which, and a little after, nobody can count on the server. */
  async function out(work: () => Promise<void>, losesHolds = false) {
    const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY, losesHolds }
    outages.push(outage)
    await work()
    outage.to = Date.now()
  }

  const everything = opened.move()
  return {
    url: balancer?.url ?? (servers[0] as RunningServer).url,
    /** Each node by itself, past the balancer. */
    nodes: servers.map(({ url }) => url),
    street,
    opened: openedAt,
    outages,
    closings,
    inBooks,
    out,
    killAndReopen: (n = 0) =>
      out(async () => {
        await servers[n]?.kill('SIGKILL')
        servers[n] = await start(n)
      }),
    closeAndReopen: (n: number) =>
      out(async () => {
        const askedAt = performance.now()
        const exitCode = (await servers[n]?.kill('SIGTERM')) ?? null
        closings.push({ exitCode, tookMs: performance.now() - askedAt })
        servers[n] = await start(n)
      }),
    close: () => everything.disposeAsync(),
  }
}

/** Whether a stretch of time touches one in which the server was not there, or has only just come back. */
export const touches = (
  outages: Outage[],
  { from, to }: Omit<Outage, 'losesHolds'>,
  afterwardsMs = 0,
) => outages.some((outage) => from <= outage.to + afterwardsMs && to >= outage.from)
