import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { createPasswords } from '../../src/accounts/sign-in/passwords.ts'
import { readConfig } from '../../src/config/config.ts'
import type { Context } from '../../src/context.ts'
import { createContext } from '../../src/create-context.ts'
import { type Connections, connectEmbedded } from '../../src/database/connection/connect.ts'
import { connectPostgres } from '../../src/database/connection/postgres.ts'
import type { OutgoingMail } from '../../src/messages/mail/mail.ts'
import { createLog } from '../../src/platform/log.ts'
import { createPassKeys, deriveSeed } from '../../src/tickets/pass-keys.ts'
import { copySqliteTemplate, setPostgresClock } from './database-templates.ts'
import { createDataDir } from './server-process.ts'
import { createPostgresDatabase } from './test-postgres.ts'

export interface TestContext {
  ctx: Context
  clock: TestClock
  /** The showtimes of `claimsChanged`, in the order of the events. */
  publishedShowtimes: string[]
  /** Sends the mails of the outbox, and returns all that were sent in this test. */
  sentMails: () => Promise<OutgoingMail[]>
  environment: Environment
}

/** Stands still: time passes only by `advance` and `step`. */
interface TestClock {
  now: () => number
  monotonicNow: () => number
  /** Lets time pass. */
  advance: (ms: number) => Promise<void>
  /** Sets the clocks of this process and of the database by this much; a negative step sets them back. */
  step: (ms: number) => Promise<void>
}

type Maker = () => Promise<{ context: TestContext; close: () => Promise<void> }>

/** Runs a block of tests on a new database of each kind. PostgreSQL is skipped without TEST_DATABASE_URL. */
export function describeDatabases(name: string, tests: Tests, environment: Environment = {}) {
  describeEach(name, tests, makers(environment))
}

/** The same with a new database for each test: for tests about everything that is in it. */
export function describeDatabasePerTest(name: string, tests: Tests) {
  describeEach(name, tests, makers({}), { isPerTest: true })
}

/**
 * The same for blocks that are not about statements or races, but about headers, texts, sessions and the like: on PostgreSQL they
 * run only in `npm run test:all`.
 */
export function describeContext(name: string, tests: Tests, environment: Environment = {}) {
  describeEach(name, tests, makers(environment), { tagsOfPostgres: ['test-all'] })
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

function describeEach(
  name: string,
  tests: Tests,
  databases: [string, Maker][],
  {
    tagsOfPostgres = [],
    isPerTest = false,
  }: { tagsOfPostgres?: string[]; isPerTest?: boolean } = {},
) {
  for (const [database, make] of databases) {
    const isPostgres = database === POSTGRES
    const tags = isPostgres ? tagsOfPostgres : []
    describe.skipIf(isPostgres && !SERVER)(`${name} (${database})`, { tags }, () => {
      let made: Awaited<ReturnType<Maker>>
      const [before, after] = isPerTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
      before(async () => {
        made = await make()
      })
      beforeEach(async () => {
        made.context.publishedShowtimes.length = 0
        ;(await made.context.sentMails()).length = 0
      })
      after(() => made.close())
      tests(() => made.context)
    })
  }
}

const TEST_SECRET = 'a secret that only tests use, long enough'
/** Of a password hash, which takes about 15 ms in the product. passwords.test.ts proves that cost. */
export const LOW_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const POSTGRES = 'PostgreSQL'
const SERVER = process.env.TEST_DATABASE_URL ?? ''

const makers = (environment: Environment): [string, Maker][] => [
  ['SQLite', () => onSqlite(environment)],
  [POSTGRES, () => onPostgres(SERVER, environment)],
]

async function onSqlite(environment: Environment) {
  const data = createDataDir()
  copySqliteTemplate(data.dataDir)
  const clock = createClock()
  const connections = connectEmbedded(data.dataDir, clock.now)
  const settings = { DATA_DIR: data.dataDir, ...environment }
  const close = async () => {
    await connections.close()
    data.remove()
  }
  return { context: createTestContext(connections, settings, clock), close }
}

async function onPostgres(server: string, environment: Environment) {
  const database = await createPostgresDatabase(server)
  const data = createDataDir()
  const connections = connectPostgres(database.url, () => undefined)
  const settings = {
    DATA_DIR: data.dataDir,
    DATABASE_URL: database.url,
    SESSION_SECRET: TEST_SECRET,
    ...environment,
  }
  const clock = createClock((now) => setPostgresClock(connections.db, sql.lit(now)))
  await clock.step(0)
  const close = async () => {
    await connections.close()
    await database.drop()
    data.remove()
  }
  return { context: createTestContext(connections, settings, clock), close }
}

/** A clock that only tests move. `onChange` sets the clock of the database. */
function createClock(
  onChange: (now: number) => Promise<unknown> = async () => undefined,
): TestClock {
  let now = Date.now()
  let monotonicNow = performance.now()
  const step = async (ms: number) => {
    now += ms
    await onChange(now)
  }
  return {
    now: () => now,
    monotonicNow: () => monotonicNow,
    advance: async (ms: number) => {
      monotonicNow += ms
      await step(ms)
    },
    step,
  }
}

function createTestContext(
  { db, reader }: Connections,
  environment: Environment,
  clock: TestClock,
): TestContext {
  const publishedShowtimes: string[] = []
  const mails: OutgoingMail[] = []
  const [config, log] = [readConfig(environment), createLog('silent')]
  const ctx = createContext({
    db,
    reader,
    config,
    log,
    now: clock.now,
    monotonicNow: clock.monotonicNow,
    secret: TEST_SECRET,
    passKeys: createPassKeys([deriveSeed(TEST_SECRET)]),
    identityProvider: null,
    passwords: createPasswords({ cost: LOW_COST }),
    deliverMail: async (mail) => void mails.push(mail),
  })
  ctx.events.on('claimsChanged', (showtimeId) => publishedShowtimes.push(showtimeId))
  const sentMails = async () => {
    await sendDueMails(ctx)
    return mails
  }
  return { ctx, clock, publishedShowtimes, sentMails, environment }
}

/** A context with events, states of showtimes, caches and a queue of its own, as a further node on the same database has. */
export function createNodeContext(ctx: Context): Context {
  const {
    events,
    loadPlaces,
    loadSeatCounts,
    showtimes,
    placesElsewhere,
    queues,
    releasedPlaces,
    backgroundQueue,
    ...rest
  } = ctx
  return createContext(rest)
}
