import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createPostgresDatabase } from '#test/support/test-postgres.ts'
import { openPool, queriesOver } from './postgres.ts'
import { answersTo, inTransaction } from './transaction.ts'

const SERVER = process.env.TEST_DATABASE_URL

test.skipIf(!SERVER)(
  'a transaction that stays idle is rolled back and its locks are released',
  async () => {
    const database = await createPostgresDatabase(String(SERVER))
    const pool = openPool(database.url, { onLost: () => undefined, connections: 2 })
    const db = queriesOver(pool)
    await sql`create table seats as select 'none' as holder`.execute(db)
    const left = await pool.connect()
    await left.query('begin')
    await left.query(`update seats set holder = 'asha'`)

    await once(left, 'error')
    left.release()

    const { rows } = await sql`update seats set holder = holder returning holder`.execute(db)
    expect(rows).toEqual([{ holder: 'none' }])
    await db.destroy()
    await database.drop()
  },
)

/** A database with one connection. */
async function createSingleConnection() {
  const database = await createPostgresDatabase(String(SERVER))
  const pool = openPool(database.url, { onLost: () => undefined, connections: 1 })
  const db = queriesOver(pool)
  const close = async () => {
    await db.destroy()
    await database.drop()
  }
  return { url: database.url, pool, db, close }
}

test.skipIf(!SERVER)(
  'a connection that breaks during a transaction rejects only that transaction',
  async () => {
    const { url, db, close } = await createSingleConnection()
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
    const unhandled: unknown[] = []
    const record = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', record)

    // This process is blocked meanwhile, so it reads the end of the connection instead of the first answer.
    const elsewhere = `
    import pg from 'pg'
    const client = new pg.Client('${url}')
    await client.connect()
    await client.query('select pg_terminate_backend(${rows[0]?.pid}, 5000)')
    await client.end()`
    execFileSync(process.execPath, ['--input-type=module', '--eval', elsewhere])
    const asked = inTransaction(db, { durable: false }, (tx) =>
      answersTo([sql`select 1`.execute(tx), sql`select 2`.execute(tx)]),
    )

    await expect(asked).rejects.toThrow()
    expect(unhandled).toEqual([])
    process.off('unhandledRejection', record)
    expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
    await close()
  },
)

test.skipIf(!SERVER)('inTransaction writes nothing when it cannot begin', async () => {
  const { pool, db, close } = await createSingleConnection()
  await sql`create table seats as select 'none' as holder`.execute(db)
  const client = await pool.connect()
  const query = client.query.bind(client) as (...words: unknown[]) => unknown
  client.query = ((text: unknown, ...rest: unknown[]) =>
    query(text === 'begin' ? 'begin nonsense' : text, ...rest)) as typeof client.query
  client.release()

  const asked = inTransaction(db, { durable: true }, async (tx) => {
    await sql`select holder from seats`.execute(tx)
    await sql`update seats set holder = 'asha'`.execute(tx)
  })

  await expect(asked).rejects.toThrow()
  const { rows } = await sql`select holder from seats`.execute(db)
  expect(rows).toEqual([{ holder: 'none' }])
  await close()
})

test.skipIf(!SERVER)('inTransaction rejects when a failed statement was ignored', async () => {
  const { db, close } = await createSingleConnection()
  await sql`create table seats as select 'none' as holder`.execute(db)

  const asked = inTransaction(db, { durable: false }, async (tx) => {
    await sql`update seats set holder = 'asha'`.execute(tx)
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })

  await expect(asked).rejects.toThrow('rolled back')
  const { rows } = await sql`select holder from seats`.execute(db)
  expect(rows).toEqual([{ holder: 'none' }])
  await close()
})
