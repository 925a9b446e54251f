import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Push } from '@marquee/contract/socket'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe } from 'vitest'
import { createPasswords } from '../../src/accounts/passwords.ts'
import { readConfig } from '../../src/config.ts'
import type { Context } from '../../src/context.ts'
import { type Connections, connectEmbedded } from '../../src/database/connect.ts'
import { connectPostgres } from '../../src/database/connect-postgres.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Mail } from '../../src/mail/mail.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createWriteBatcher } from '../../src/platform/write-batcher.ts'
import { createPostgresDatabase } from './test-postgres.ts'

export interface TestContext {
  ctx: Context
  clock: { now: () => number; advance: (ms: number) => Promise<void> }
  published: string[]
  expired: { holder: string; push: Push<'holdExpired'> }[]
  mails: Mail[]
  environment: Record<string, string>
}

type Maker = () => Promise<{ world: TestContext; close: () => Promise<void> }>

/** Runs the tests of a block on every database, each on a fresh one of its own; where there is no PostgreSQL, it is skipped. */
export function describeDatabases(name: string, tests: Tests, environment: Environment = {}) {
  describeEach(name, tests, makers(environment))
}

/** The same for what only a server with many connections can get wrong. */
export function describePostgres(name: string, tests: Tests, environment: Environment = {}) {
  const several = makers(environment).filter(([database]) => database === POSTGRES)
  describeEach(name, tests, several)
}

type Tests = (world: () => TestContext) => void
type Environment = Record<string, string>

function describeEach(name: string, tests: Tests, on: [string, Maker][]) {
  for (const [database, make] of on) {
    describe.skipIf(database === POSTGRES && !SERVER)(`${name} (${database})`, () => {
      let made: Awaited<ReturnType<Maker>>
      beforeAll(async () => {
        made = await make()
      })
      beforeEach(() => {
        made.world.published.length = 0
        made.world.expired.length = 0
        made.world.mails.length = 0
      })
      afterAll(() => made.close())
      tests(() => made.world)
    })
  }
}

const POSTGRES = 'PostgreSQL'
const SERVER = process.env.TEST_DATABASE_URL ?? ''

const makers = (environment: Environment): [string, Maker][] => [
  ['SQLite', () => onSqlite(environment)],
  [POSTGRES, () => onPostgres(SERVER, environment)],
]

async function onSqlite(environment: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-test-'))
  let skew = 0
  const now = () => Date.now() + skew
  const connections = connectEmbedded(dataDir, now)
  await migrate(connections.db)
  const world = worldOver(connections, { DATA_DIR: dataDir, ...environment }, now, async (ms) => {
    skew += ms
  })
  const close = async () => {
    await connections.close()
    rmSync(dataDir, { recursive: true })
  }
  return { world, close }
}

async function onPostgres(server: string, environment: Record<string, string>) {
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
  const world = worldOver(
    connections,
    settings,
    () => Date.now() + skew,
    async (ms) => {
      skew += ms
      await sql`
        create or replace function clock_ms() returns bigint language sql volatile as
        ${sql.lit(`select (extract(epoch from clock_timestamp()) * 1000)::bigint + ${skew}`)}`.execute(
        connections.db,
      )
    },
  )
  const close = async () => {
    await connections.close()
    await database.drop()
    rmSync(dataDir, { recursive: true })
  }
  return { world, close }
}

function worldOver(
  { db, reader }: Connections,
  environment: Record<string, string>,
  now: () => number,
  advance: (ms: number) => Promise<void>,
): TestContext {
  const published: string[] = []
  const expired: TestContext['expired'] = []
  const mails: Mail[] = []
  const ctx: Context = {
    db,
    reader,
    now,
    config: readConfig(environment),
    log: createLog('silent'),
    metrics: createMetrics(),
    identityProvider: null,
    passwords: createPasswords(),
    sendMail: async (mail) => void mails.push(mail),
    lastBroadcastMap: async () => undefined,
    publish: (showtimeId) => published.push(showtimeId),
    tellExpired: (holder, push) => expired.push({ holder, push }),
    events: new EventEmitter(),
    batcher: createWriteBatcher(db),
  }
  ctx.events.on('claimsChanged', (showtimeId) => ctx.publish(showtimeId))
  return { ctx, clock: { now, advance }, published, expired, mails, environment }
}
