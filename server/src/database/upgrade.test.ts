import { createHash } from 'node:crypto'
import {
  type DialectAdapter,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type QueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import { describe, expect, test } from 'vitest'
import { runCommand } from '#test/support/commands.ts'
import { createHttpClient } from '#test/support/http-client.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'
import { connectToDatabase, createEmptyPostgresDatabase } from '#test/support/test-postgres.ts'
import rowsOfVersion1 from '#test/upgrade/rows-1.0.0.json' with { type: 'json' }
import { connectEmbedded } from './connection/connect.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import type { Db, Schema } from './schema.ts'

const FIRST = '001-initial'
const SERVER = process.env.TEST_DATABASE_URL
const TABLES = Object.entries(rowsOfVersion1) as [keyof Schema, object[]][]
const [SHOWTIME] = rowsOfVersion1.showtimes
const [USER] = rowsOfVersion1.users

interface Engine {
  adapter: DialectAdapter
  compiler: QueryCompiler
}

const DATABASES: Record<'SQLite' | 'PostgreSQL', Engine> = {
  SQLite: { adapter: new SqliteAdapter(), compiler: new SqliteQueryCompiler() },
  PostgreSQL: { adapter: new PostgresAdapter(), compiler: new PostgresQueryCompiler() },
}

/** A hash of the statements of a migration. Only their spaces may change. */
async function hashStatements(name: string, { adapter, compiler }: Engine) {
  const hash = createHash('sha256')
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new DummyDriver(),
      createIntrospector: () =>
        ({ getSchemas: async () => [], getTables: async () => [] }) as never,
      createQueryCompiler: () => compiler,
    },
    log: ({ query }) => void hash.update(`${query.sql.replaceAll(/\s+/g, ' ').trim()};`),
  })
  await MIGRATIONS[name]?.up(db)
  return hash.digest('hex')
}

// Add the hashes of a migration with the version that contains it. Then neither may change: databases have recorded it.
test.each([
  [FIRST, 'SQLite', '3fc95d6bed1990972d03c69bb0272f6533178fe42e6378e746737af258e3d56b'],
  [FIRST, 'PostgreSQL', '09726d5eb27b82aef26c7586583ff8ab0d78a08f62b82990e13ed831a6cc27fd'],
] as const)(
  'the released migration %s has not changed (%s) [S-753]',
  async (name, database, expected) => {
    expect(await hashStatements(name, DATABASES[database])).toBe(expected)
  },
)

/** Creates a database of version 1.0.0 with some rows in each table. Triggers insert some of the payments and passes. */
async function fillVersion1(db: Kysely<Schema>) {
  await migrate(db, { migrations: { [FIRST]: MIGRATIONS[FIRST] as (typeof MIGRATIONS)[string] } })
  for (const [table, rows] of TABLES)
    await db
      .insertInto(table as 'screens')
      .values(rows as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

async function expectAllRows(db: Db) {
  for (const [table, rows] of TABLES) {
    const found = await db
      .selectFrom(table as 'screens')
      .selectAll()
      .execute()
    expect(found, table).toHaveLength(rows.length)
    expect(found, table).toEqual(
      expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
    )
  }
}

const makers: [string, (dataDir: string) => Promise<TestDatabase>][] = [['SQLite', makeSqlite]]
if (SERVER) makers.push(['PostgreSQL', () => makePostgres(SERVER)])

interface TestDatabase {
  db: Kysely<Schema>
  environment: Record<string, string>
  close: () => Promise<void>
  drop: () => Promise<void>
}

async function makeSqlite(dataDir: string): Promise<TestDatabase> {
  const { db, close } = connectEmbedded(dataDir)
  return { db, environment: {}, close, drop: async () => undefined }
}

async function makePostgres(server: string): Promise<TestDatabase> {
  const { url, drop } = await createEmptyPostgresDatabase(server)
  const db = connectToDatabase(url)
  const secret = 'a secret that only tests use, long enough'
  const environment = { DATABASE_URL: url, SESSION_SECRET: secret }
  return { db, environment, close: () => db.destroy(), drop }
}

describe.each(makers)('a database of version 1.0.0 (%s)', (_, make) => {
  const processes = setupServerProcesses()

  test('has rows in every table, which the migrations of this version keep [S-753]', async () => {
    const { db, close, drop } = await make(processes.dataDir)
    await fillVersion1(db)
    const tables = await db.introspection.getTables()
    expect(TABLES.map(([name]) => name).toSorted()).toEqual(
      tables.map(({ name }) => name).toSorted(),
    )

    await migrate(db)

    await expectAllRows(db)
    await close()
    await drop()
  })

  test('is upgraded by the start of this version: visitors and staff see what they had [S-753]', async () => {
    const { db, environment, close, drop } = await make(processes.dataDir)
    await fillVersion1(db)
    // A hold is never longer than HOLD_MAX_SECONDS.
    await sql`update selections set since = clock_ms(), deadline = clock_ms() + 300000`.execute(db)
    await close()

    const { url, kill } = await processes.start(environment)
    const { get, post } = createHttpClient(url)
    const credentials = { email: USER?.email, password: 'a password of version one' }
    expect((await post('/api/auth/signin', credentials)).statusCode).toBe(200)
    const read = async (path: string) => JSON.stringify((await get(path)).json())

    expect(await read('/api/movies')).toContain('The First Version')
    const bookings = await read(`/api/bookings/user/${USER?.id}`)
    expect(bookings).toContain('MQ-2345678923')
    expect(bookings).toContain('Partly refunded')
    const seats = (await get(`/api/seats/showtime/${SHOWTIME?.id}`)).json() as Seat[]
    expect(Object.fromEntries(seats.map((seat) => [seat.seatNumber, seat.status]))).toEqual({
      A1: 'SOLD',
      A2: 'HELD',
      A3: 'SOLD',
      A4: 'SOLD',
    })
    expect(await read('/api/notices')).toContain('Your show has moved')
    expect(await read('/api/waiting-list')).toContain(SHOWTIME?.id)
    const check = await runCommand('check-data', [], {
      DATA_DIR: processes.dataDir,
      ...environment,
    })
    expect(check).toEqual({
      code: 0,
      output: expect.stringContaining('Ledger, bookings and places agree.'),
    })
    await kill('SIGTERM')
    await drop()
  })
})

interface Seat {
  seatNumber: string
  status: string
}
