import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openPool, queriesOver } from '#src/database/postgres.ts'
import type { Schema } from '#src/database/schema.ts'
import { openReader } from '#src/database/sqlite.ts'
import { aPostgresDatabase } from '#test/postgres.ts'
import { aDataDir, startServer } from '#test/server-process.ts'
import type { Plan } from './plan.ts'
import { writeProgramme } from './programme.ts'
import { sabotaged } from './sabotage.ts'

export const HOLD_SECONDS = 8
export const CHECKOUT_SECONDS = 5
export const HOLD_MAX_SECONDS = 12
export const GRACE_SECONDS = 3

export type House = Awaited<ReturnType<typeof openHouse>>

/** A stretch of time (epoch milliseconds) in which the server was not there. */
export interface Outage {
  from: number
  to: number
}

/** A cinema of its own with short holds and few seats: the real server as a process that can be killed. */
export async function openHouse(plan: Plan, clock: Record<string, string> = {}) {
  const data = aDataDir()
  const postgres = plan.postgres ? await aPostgresDatabase(plan.postgres) : undefined
  const copy = plan.sabotage ? sabotaged(plan.sabotage) : undefined
  const settings = {
    DATA_DIR: data.dataDir,
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
  const opened = Date.now()
  let server = await startServer(settings, copy?.main)
  const outages: Outage[] = []

  /** What the database says, read beside the server. */
  async function inBooks<T>(read: (books: Kysely<Schema>) => Promise<T>) {
    const books = postgres
      ? queriesOver(openPool(postgres.url, { onLost: () => undefined, connections: 1 }))
      : openReader({ path: join(data.dataDir, 'marquee.db'), now: Date.now })
    try {
      return await read(books)
    } finally {
      await books.destroy()
    }
  }

  return {
    url: server.url,
    opened,
    outages,
    inBooks,
    killAndReopen: async () => {
      const outage = { from: Date.now(), to: Number.POSITIVE_INFINITY }
      outages.push(outage)
      await server.kill('SIGKILL')
      server = await startServer({ ...settings, PORT: String(server.port) }, copy?.main)
      outage.to = Date.now()
    },
    close: async () => {
      await server.kill('SIGTERM')
      await postgres?.drop()
      copy?.remove()
      data.remove()
    },
  }
}

/** Whether a stretch of time touches one in which the server was not there, or has only just come back. */
export const touches = (outages: Outage[], { from, to }: Outage, afterwardsMs = 0) =>
  outages.some((outage) => from <= outage.to + afterwardsMs && to >= outage.from)
