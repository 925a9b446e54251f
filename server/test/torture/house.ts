import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openPostgres } from '#src/database/postgres.ts'
import type { Schema } from '#src/database/schema.ts'
import { openReader } from '#src/database/sqlite.ts'
import { aPostgresDatabase } from '#test/postgres.ts'
import { aDataDir, startServer } from '#test/server-process.ts'
import type { Plan } from './plan.ts'
import { sabotaged } from './sabotage.ts'

export const HOLD_SECONDS = 6
export const GRACE_SECONDS = 3
/** After so long the crowd moves on to the next show, so that there is always something left to fight for. */
export const SHOW_SECONDS = 10

const ROWS = ['A', 'B', 'C', 'D', 'E', 'F']
const DAY_MS = 86_400_000

export type House = Awaited<ReturnType<typeof openHouse>>

/** A cinema of its own with short holds and few seats: the real server as a process that can be killed. */
export async function openHouse(plan: Plan, clock: Record<string, string> = {}) {
  const data = aDataDir()
  const postgres = plan.postgres ? await aPostgresDatabase(plan.postgres) : undefined
  const copy = plan.sabotage ? sabotaged(plan.sabotage) : undefined
  const settings = {
    DATA_DIR: data.dataDir,
    CATALOGUE: programme(data.dataDir, plan.seconds),
    HOLD_SECONDS: String(HOLD_SECONDS),
    CHECKOUT_SECONDS: '4',
    HOLD_MAX_SECONDS: '15',
    HOLD_GRACE_SECONDS: String(GRACE_SECONDS),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...clock,
    ...(postgres && {
      DATABASE_URL: postgres.url,
      SESSION_SECRET: 'a secret that only tests use, long enough',
    }),
  }
  let server = await startServer(settings, copy?.main)

  /** What the database says, read beside the server. */
  async function inBooks<T>(read: (books: Kysely<Schema>) => Promise<T>) {
    const books = postgres
      ? openPostgres(postgres.url, () => undefined)
      : openReader({ path: join(data.dataDir, 'marquee.db'), now: Date.now })
    try {
      return await read(books)
    } finally {
      await books.destroy()
    }
  }

  return {
    url: server.url,
    inBooks,
    killAndReopen: async () => {
      await server.kill('SIGKILL')
      server = await startServer({ ...settings, PORT: String(server.port) }, copy?.main)
    },
    close: async () => {
      await server.kill('SIGTERM')
      await postgres?.drop()
      copy?.remove()
      data.remove()
    },
  }
}

/** One film, one hall, a show a day: as many as the run will want. */
function programme(dataDir: string, seconds: number) {
  const shows = Math.ceil(seconds / SHOW_SECONDS) + 2
  const path = join(dataDir, 'catalogue.json')
  const catalogue = {
    screens: [
      {
        name: 'Screen 1',
        rows: ROWS.map((row) => ({ row, seats: 12, category: row < 'D' ? 'Standard' : 'VIP' })),
        parking: { twoWheeler: 6, fourWheeler: 6 },
      },
    ],
    movies: [
      {
        name: 'The General',
        genre: 'Comedy',
        cast: ['Buster Keaton'],
        summary: 'A train, stolen and chased.',
        ratings: 8.1,
        votes: 100,
        language: 'Silent',
        duration: 79,
        rating: 'U',
        imageUrl: 'the-general.jpg',
        showtimes: Array.from({ length: shows }, (_, day) => ({
          screen: 'Screen 1',
          startTime: new Date(Date.now() + (day + 1) * DAY_MS).toISOString(),
        })),
      },
    ],
  }
  writeFileSync(path, JSON.stringify(catalogue))
  return path
}
