import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { userInfo } from 'node:os'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createEmptyPostgresDatabase } from '#test/support/test-postgres.ts'
import { awaitAll, inTransaction } from '../transaction.ts'
import { createPostgresKysely, openPool } from './postgres.ts'

const SERVER = process.env.TEST_DATABASE_URL ?? ''

test('a URL without a user means the user of the process, also without USER [S-684]', () => {
  const script = `
    await import('${import.meta.dirname}/postgres.ts')
    const { default: pg } = await import('pg')
    console.log(new pg.Client('postgres://localhost/marquee').user)`
  const args = ['--input-type=module', '-e', script]
  const { PATH } = process.env

  const user = execFileSync(process.execPath, args, { env: { PATH }, encoding: 'utf8' })

  expect(user.trim()).toBe(userInfo().username)
})

describe.skipIf(!SERVER)('PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createEmptyPostgresDatabase>>
  let pool: pg.Pool
  let db: ReturnType<typeof createPostgresKysely>

  beforeEach(async () => {
    database = await createEmptyPostgresDatabase(SERVER)
    pool = openPool(database.url, { onConnectionError: () => undefined, maxConnections: 1 })
    db = createPostgresKysely(pool)
    await sql`create table seats as select 'none' as holder`.execute(db)
  })
  afterEach(async () => {
    await db.destroy()
    await database.drop()
  })

  const expectUnchanged = async () => {
    const { rows } = await sql`update seats set holder = holder returning holder`.execute(db)
    expect(rows).toEqual([{ holder: 'none' }])
  }

  test('transaction that stays idle is rolled back and its locks are released', async () => {
    const left = await pool.connect()
    await left.query('begin')
    await left.query(`update seats set holder = 'asha'`)

    await once(left, 'error')
    left.release()

    await expectUnchanged()
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
    'transaction begins before a statement that is sent %i microtasks later',
    async (microtasks) => {
      const failing = inTransaction(db, { durable: false }, async (tx) => {
        for (let n = 0; n < microtasks; n += 1) await undefined
        await sql`update seats set holder = 'asha'`.execute(tx)
        throw new Error('failed on purpose')
      })

      await expect(failing).rejects.toThrow('failed on purpose')
      await expectUnchanged()
    },
  )

  test('connection that breaks during a transaction rejects only that transaction', async () => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const unhandled: unknown[] = []
    const onUnhandled = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', onUnhandled)

    // This process is blocked meanwhile, so it reads the end of the connection instead of the first result.
    const otherProcess = `
      import pg from 'pg'
      const client = new pg.Client('${database.url}')
      await client.connect()
      await client.query('select pg_terminate_backend(${rows[0]?.pid}, 5000)')
      await client.end()`
    execFileSync(process.execPath, ['--input-type=module', '--eval', otherProcess])
    const transaction = inTransaction(db, { durable: false }, (tx) =>
      awaitAll([() => sql`select 1`.execute(tx), () => sql`select 2`.execute(tx)]),
    )

    await expect(transaction).rejects.toThrow()
    expect(unhandled).toEqual([])
    process.off('unhandledRejection', onUnhandled)
    await expectUnchanged()
  })

  test('inTransaction writes nothing when it cannot begin', async () => {
    const client = await pool.connect()
    const query = client.query.bind(client) as (...words: unknown[]) => unknown
    client.query = ((text: unknown, ...rest: unknown[]) =>
      query(text === 'begin' ? 'begin nonsense' : text, ...rest)) as typeof client.query
    client.release()

    const transaction = inTransaction(db, { durable: true }, async (tx) => {
      await sql`select holder from seats`.execute(tx)
      await sql`update seats set holder = 'asha'`.execute(tx)
    })

    await expect(transaction).rejects.toThrow()
    await expectUnchanged()
  })

  test('inTransaction writes nothing of a statement that is sent after the commit', async () => {
    const transaction = inTransaction(db, { durable: false }, async (tx, withCommit) => {
      const inTurn = async () => {
        await sql`select 1`.execute(tx)
        await sql`update seats set holder = 'asha'`.execute(tx)
      }
      withCommit(inTurn())
    })

    await expect(transaction).rejects.toThrow('sent after the end')
    await expectUnchanged()
  })

  test('inTransaction writes nothing of a statement that is sent after the rollback', async () => {
    let lateStatement: Promise<unknown> = Promise.resolve()
    const transaction = inTransaction(db, { durable: false }, async (tx) => {
      const isRolledBack = sql`select 1 / 0`.execute(tx)
      lateStatement = isRolledBack
        .catch(() => transaction)
        .catch(() => sql`update seats set holder = 'asha'`.execute(tx))
      await isRolledBack
    })

    await expect(transaction).rejects.toThrow('division by zero')
    await expect(lateStatement).rejects.toThrow('sent after the end')
    await expectUnchanged()
  })

  test('inTransaction rejects when a failed statement was ignored', async () => {
    const transaction = inTransaction(db, { durable: false }, async (tx) => {
      await sql`update seats set holder = 'asha'`.execute(tx)
      await sql`select 1 / 0`.execute(tx).catch(() => undefined)
    })

    await expect(transaction).rejects.toThrow('rolled back')
    await expectUnchanged()
  })
})
