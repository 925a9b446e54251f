import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseDigest } from '#test/support/database-digest.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { connectNewPostgres, emptyDatabases } from '#test/support/test-postgres.ts'
import type { Connections } from './connection/connect.ts'
import { migrate } from './migrate.ts'
import type { Db } from './schema.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? ''
const dataDir = setupDataDir()

const create = (table: string) => ({
  up: (db: Db) => db.schema.createTable(table).addColumn('id', 'text').execute(),
})
const THIS_VERSION = { '1-halls': create('halls') }
const NEXT_VERSION = { ...THIS_VERSION, '2-foyers-additive': create('foyers') }
const LATER_VERSION = { ...NEXT_VERSION, '3-bars': create('bars') }

const createPostgres = () => connectNewPostgres(SERVER)
describe.each(emptyDatabases(dataDir))('migrate (%s)', (_, connect) => {
  let connections: Connections
  const db = () => connections.db
  beforeEach(async () => {
    connections = await connect()
  })
  afterEach(() => connections.close())

  const tables = async () => (await db().introspection.getTables()).map((table) => table.name)

  test('accepts the additive migrations of a later version and runs no migration again', async () => {
    await migrate(db(), { migrations: NEXT_VERSION })

    await migrate(db(), { migrations: THIS_VERSION })
    await migrate(db(), { migrations: NEXT_VERSION })

    expect(await tables()).toContain('foyers')
  })

  test('refuses a later version with another migration', async () => {
    await migrate(db(), { migrations: LATER_VERSION })

    await migrate(db(), { migrations: LATER_VERSION })
    for (const migrations of [NEXT_VERSION, THIS_VERSION]) {
      await expect(migrate(db(), { migrations })).rejects.toMatchObject({
        exitCode: 74,
        message: expect.stringContaining('3-bars'),
      })
    }
  })

  test('names the migration that fails and rolls back all', async () => {
    const failing = {
      up: async (db: Db) => {
        await sql`insert into nowhere values (1)`.execute(db)
      },
    }
    const migrations = { ...THIS_VERSION, '2-failing': failing }

    await expect(migrate(db(), { migrations })).rejects.toThrow(
      /^migration 2-failing failed: .*nowhere/,
    )

    expect(await tables()).not.toContain('halls')
  })

  test('refuses a database made before 1.0.0 and changes nothing in it', async () => {
    await migrate(db(), { migrations: { '001-the-heart': create('halls') } })
    const digest = () => databaseDigest(db())
    const before = [await digest(), await tables()]

    await expect(migrate(db())).rejects.toMatchObject({
      exitCode: 74,
      message: expect.stringContaining('made by a version before 1.0.0'),
    })

    expect([await digest(), await tables()]).toEqual(before)
  })
})

describe.skipIf(!SERVER)('migrate on PostgreSQL', () => {
  let connections: Connections
  beforeEach(async () => {
    connections = await createPostgres()
  })
  afterEach(() => connections.close())

  const timeLimits = (db: Db) =>
    sql<Record<string, string>>`
      select current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle,
             current_setting('lock_timeout') as lock,
             current_setting('enable_seqscan') as seqscan,
             current_setting('jit') as jit`
      .execute(db)
      .then(({ rows }) => rows[0])

  test('has no time limits during a migration, and restores those of the connection', async () => {
    const { db } = connections
    const before = await timeLimits(db)
    let during: unknown
    const up = async (tx: Db) => {
      during = await timeLimits(tx)
    }

    await migrate(db, { migrations: { '1-slow': { up } } })

    expect(before).toMatchObject({ statement: '5s', idle: '5s', lock: '0', jit: 'off' })
    expect(during).toMatchObject({ statement: '0', idle: '0', lock: '2s' })
    expect(await timeLimits(db)).toEqual(before)
  })

  test('waits for another node that migrates, says so, and migrates once', async () => {
    const { db } = connections
    const end = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    const up = async (tx: Db) => {
      started.resolve()
      await end.promise
      await tx.schema.createTable('halls').addColumn('id', 'text').execute()
    }
    const migrations = { '1-halls': { up } }
    const first = migrate(db, { migrations })
    await started.promise
    const reasons: string[] = []
    const onWait = (reason: string) => {
      reasons.push(reason)
      end.resolve()
    }

    await Promise.all([first, migrate(db, { migrations, onWait })])

    expect(new Set(reasons)).toEqual(new Set(['another node migrates the database']))
  })

  test('tries again when another session locks a table', async () => {
    const { db } = connections
    await sql`create table halls (id text)`.execute(db)
    const locked = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const session = db.transaction().execute(async (tx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`lock table halls`.execute(tx)
      locked.resolve()
      await end.promise
    })
    await locked.promise
    const up = async (tx: Db) => {
      await sql`alter table halls add column name text`.execute(tx)
    }
    const reasons: string[] = []
    const onWait = (reason: string) => {
      reasons.push(reason)
      end.resolve()
    }

    await migrate(db, { migrations: { '1-names': { up } }, onWait })
    await session

    expect(reasons).toContain('another session locks a table')
    await sql`select name from halls`.execute(db)
  })
})
