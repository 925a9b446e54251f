import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isPostgresInstalled, startPostgres } from '#test/cluster/private-postgres.ts'
import { isTransientError } from '../error-kinds.ts'
import { type DatabaseHealth, watchDatabaseHealth } from './database-health.ts'
import { createPostgresKysely, openPool } from './postgres.ts'

const CHECK_EVERY_MS = 200
/** A check may be answered within this time, even on a busy machine. */
const ANSWER_MS = 1000

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
  function connect() {
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
  }
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
  describe('when the checks are due', () => {
    // A check that is late on a busy machine would count as missed.
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      connect()
    })
    afterEach(() => {
      vi.useRealTimers()
    })
    const checkOnce = () => vi.advanceTimersByTime(CHECK_EVERY_MS)
    function checkUntilLost() {
      while (losses === 0) checkOnce()
    }
    const isResponsive = () => {
      try {
        health.assertResponsive()
        return true
      } catch {
        return false
      }
    }
    async function waitUntilResponsive() {
      server.thaw()
      while (!isResponsive()) {
        checkOnce()
        await vi.waitUntil(isResponsive, { timeout: ANSWER_MS, interval: 5 }).catch(() => false)
      }
    }

    test('queries fail with a transient error while the server hangs, and all connections work after it', async () => {
      await Promise.all([ask(), ask()])
      expect(pool.idleCount).toBe(2)
      server.freeze()
      const waiting = failure(ask())
      checkUntilLost()

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
      checkUntilLost()
      expect(isTransientError(await undone)).toBe(true)
      await waitUntilResponsive()

      const { rows } = await sql`update seats set label = label returning holder`.execute(db)
      expect(rows).toEqual([{ holder: 'none' }])
    })
  })

  test('a blocked event loop does not count as a lost database', async () => {
    connect()
    for (let n = 0; n < 5; n++) {
      await ask()
      blockEventLoop(6 * CHECK_EVERY_MS)
    }
    await ask()

    expect(losses).toBe(0)
  })
})

const blockEventLoop = (ms: number) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
