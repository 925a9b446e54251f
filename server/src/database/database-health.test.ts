import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPostgresInstalled, startPostgres } from '#test/cluster/private-postgres.ts'
import { type DatabaseHealth, watchDatabaseHealth } from './database-health.ts'
import { isTransientError } from './error-kinds.ts'
import { createPostgresKysely, openPool } from './postgres.ts'

const CHECK_EVERY_MS = 50

describe.skipIf(!isPostgresInstalled())('database health (needs PostgreSQL programs)', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let health: DatabaseHealth
  let pool: pg.Pool
  let db: ReturnType<typeof createPostgresKysely>
  let losses: number
  let lost: PromiseWithResolvers<void>

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  beforeEach(() => {
    losses = 0
    lost = Promise.withResolvers()
    const onLost = ({ message }: Error) => {
      if (!message.startsWith('The database does not respond')) return
      losses += 1
      lost.resolve()
    }
    health = watchDatabaseHealth(server.url, onLost, CHECK_EVERY_MS)
    pool = openPool(server.url, { onConnectionError: () => undefined, maxConnections: 2, health })
    db = createPostgresKysely(pool, health)
  })
  afterEach(async () => {
    server.thaw()
    await db.destroy()
    health.stop()
  })

  const ask = () => sql`select 1`.execute(db)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it got a result'),
      (error: unknown) => error,
    )
  async function waitUntilResponsive() {
    server.thaw()
    for (;;) {
      try {
        return health.assertResponsive()
      } catch {
        await pause(5)
      }
    }
  }

  test('queries fail with a transient error while the server hangs, and all connections work after it', async () => {
    await Promise.all([ask(), ask()])
    expect(pool.idleCount).toBe(2)
    server.freeze()
    const waiting = failure(ask())
    await lost.promise

    expect(isTransientError(await waiting)).toBe(true)
    expect(() => health.assertResponsive()).toThrow('does not respond')
    expect(isTransientError(await failure(ask()))).toBe(true)
    await waitUntilResponsive()

    await Promise.all([ask(), ask()])
    expect(losses).toBe(1)
  })

  test('a transaction that was open when the server hung is rolled back', async () => {
    await sql`create table seats as select 'A1' as label, 'none' as holder`.execute(db)
    const taken = Promise.withResolvers<void>()
    const open = db.transaction().execute(async (tx) => {
      await sql`update seats set holder = 'asha'`.execute(tx)
      taken.resolve()
      await lost.promise
      await sql`select 1`.execute(tx)
    })
    const undone = failure(open)
    await taken.promise
    server.freeze()
    expect(isTransientError(await undone)).toBe(true)
    await waitUntilResponsive()

    const { rows } = await sql`update seats set label = label returning holder`.execute(db)
    expect(rows).toEqual([{ holder: 'none' }])
  })

  test('a blocked event loop does not count as a lost database', async () => {
    for (let n = 0; n < 5; n++) {
      await ask()
      blockEventLoop(10 * CHECK_EVERY_MS)
    }
    await ask()

    expect(losses).toBe(0)
  })
})

const blockEventLoop = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
