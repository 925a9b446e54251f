import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { createScreenLayouts } from '../../src/catalogue/screen-layouts.ts'
import { readConfig } from '../../src/config.ts'
import type { Context, ContextEvents } from '../../src/context.ts'
import { type Connections, connectEmbedded } from '../../src/database/connect.ts'
import { connectPostgres } from '../../src/database/connect-postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import { readRecordedSeatMap } from '../../src/inventory/seat-map.ts'
import { createSeatMapCache } from '../../src/inventory/seat-map-cache.ts'
import type { Mail } from '../../src/mail/mail.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createWriteBatcher } from '../../src/platform/write-batcher.ts'
import { createPostgresDatabase } from './test-postgres.ts'

export interface TestContext {
  ctx: Context
  clock: { now: () => number; advance: (ms: number) => Promise<void> }
  /** The showtimes of `claimsChanged`, in the order of the events. */
  publishedShowtimes: string[]
  mails: Mail[]
  environment: Environment
}

type Maker = () => Promise<{ context: TestContext; close: () => Promise<void> }>

/** Runs a block of tests on a new database of each kind. PostgreSQL is skipped without TEST_DATABASE_URL. */
export function describeDatabases(name: string, tests: Tests, environment: Environment = {}) {
  describeEach(name, tests, makers(environment))
}

/** Runs a block of tests on PostgreSQL only: for several nodes or connections. */
export function describePostgres(name: string, tests: Tests, environment: Environment = {}) {
  describeEach(
    name,
    tests,
    makers(environment).filter(([database]) => database === POSTGRES),
  )
}

type Tests = (context: () => TestContext) => void
type Environment = Record<string, string>

function describeEach(name: string, tests: Tests, databases: [string, Maker][]) {
  for (const [database, make] of databases) {
    describe.skipIf(database === POSTGRES && !SERVER)(`${name} (${database})`, () => {
      let made: Awaited<ReturnType<Maker>>
      beforeAll(async () => {
        made = await make()
      })
      beforeEach(() => {
        made.context.publishedShowtimes.length = 0
        made.context.mails.length = 0
      })
      afterAll(() => made.close())
      tests(() => made.context)
    })
  }
}

const POSTGRES = 'PostgreSQL'
const SERVER = process.env.TEST_DATABASE_URL ?? ''

const makers = (environment: Environment): [string, Maker][] => [
  ['SQLite', () => onSqlite(environment)],
  [POSTGRES, () => onPostgres(SERVER, environment)],
]

async function onSqlite(environment: Environment) {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-test-'))
  let skew = 0
  const now = () => Date.now() + skew
  const connections = connectEmbedded(dataDir, now)
  await migrate(connections.db)
  const context = createTestContext(connections, {
    environment: { DATA_DIR: dataDir, ...environment },
    now,
    advance: async (ms) => {
      skew += ms
    },
  })
  const close = async () => {
    await connections.close()
    rmSync(dataDir, { recursive: true })
  }
  return { context, close }
}

async function onPostgres(server: string, environment: Environment) {
  const database = await createPostgresDatabase(server)
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-test-'))
  const connections = connectPostgres(database.url, () => undefined)
  await migrate(connections.db)

  let skew = 0
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SESSION_SECRET: 'a secret that only tests use, long enough',
    ...environment,
  }
  const context = createTestContext(connections, {
    environment: settings,
    now: () => Date.now() + skew,
    advance: async (ms) => {
      skew += ms
      await sql`
        create or replace function clock_ms() returns bigint language sql volatile as
        ${sql.lit(`select (extract(epoch from clock_timestamp()) * 1000)::bigint + ${skew}`)}`.execute(
        connections.db,
      )
    },
  })
  const close = async () => {
    await connections.close()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  }
  return { context, close }
}

interface ContextOptions {
  environment: Environment
  now: () => number
  advance: (ms: number) => Promise<void>
}

function createTestContext(
  { db, reader }: Connections,
  { environment, now, advance }: ContextOptions,
): TestContext {
  const publishedShowtimes: string[] = []
  const mails: Mail[] = []
  const ctx = createNodeContext({
    db,
    reader,
    now,
    config: readConfig(environment),
    log: createLog('silent'),
    metrics: createMetrics(),
    identityProvider: null,
    passwords: createPasswords(),
    sendMail: async (mail) => void mails.push(mail),
  })
  ctx.events.on('claimsChanged', (showtimeId) => publishedShowtimes.push(showtimeId))
  return { ctx, clock: { now, advance }, publishedShowtimes, mails, environment }
}

/** A context with events, seat maps and a batcher of its own, as a further node on the same database has. */
export function createNodeContext(
  shared: Omit<Context, 'events' | 'loadPlaces' | 'seatMaps' | 'batcher'>,
): Context {
  const events = new EventEmitter<ContextEvents>()
  const seatMaps = createSeatMapCache((showtimeId) => readRecordedSeatMap(ctx, showtimeId))
  events.on('claimsChanged', seatMaps.invalidate).on('remoteClaimsChanged', seatMaps.invalidate)
  const batcher = createWriteBatcher<Context>(shared.db)
  const ctx = { ...shared, events, loadPlaces: createScreenLayouts(), seatMaps, batcher }
  return ctx
}
