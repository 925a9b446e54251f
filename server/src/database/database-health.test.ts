import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isPostgresInstalled, startPostgres } from '#test/cluster/private-postgres.ts'
import { type DatabaseHealth, watchDatabaseHealth } from './database-health.ts'
import { isTransientError } from './error-kinds.ts'
import { openPool, queriesOver } from './postgres.ts'

const BEAT_EVERY_MS = 50

describe.skipIf(!isPostgresInstalled())('the pulse of PostgreSQL (needs its programs here)', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let pulse: DatabaseHealth
  let pool: pg.Pool
  let db: ReturnType<typeof queriesOver>
  let losses: number
  let lost: PromiseWithResolvers<void>

  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())
  beforeEach(() => {
    losses = 0
    lost = Promise.withResolvers()
    const hear = ({ message }: Error) => {
      if (!message.startsWith('The database no longer answers')) return
      losses += 1
      lost.resolve()
    }
    pulse = watchDatabaseHealth(server.url, hear, BEAT_EVERY_MS)
    pool = openPool(server.url, { onLost: () => undefined, connections: 2, pulse })
    db = queriesOver(pool, pulse)
  })
  afterEach(async () => {
    server.thaw()
    await db.destroy()
    pulse.stop()
  })

  const ask = () => sql`select 1`.execute(db)
  const failure = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it was answered'),
      (error: unknown) => error,
    )
  async function backAgain() {
    server.thaw()
    for (;;) {
      try {
        return pulse.check()
      } catch {
        await pause(5)
      }
    }
  }

  test('what waits for a server that hangs fails, whoever comes after is refused at once, in passing', async () => {
    await ask()
    server.freeze()
    const waiting = failure(ask())
    await lost.promise

    expect(isTransientError(await waiting)).toBe(true)
    expect(() => pulse.check()).toThrow('does not answer')
    expect(isTransientError(await failure(ask()))).toBe(true)
    await backAgain()
  })

  test('as soon as it answers again so does every connection, those that were idle too', async () => {
    await Promise.all([ask(), ask()])
    expect(pool.idleCount).toBe(2)
    server.freeze()
    await lost.promise
    await backAgain()

    await Promise.all([ask(), ask()])
    expect(losses).toBe(1)
  })

  test('what was open when it hung is undone, and keeps nothing from anybody', async () => {
    await sql`create table seats as select 'A1' as label, 'nobody' as holder`.execute(db)
    const taken = Promise.withResolvers<void>()
    const isLost = lost.promise
    const open = db.transaction().execute(async (tx) => {
      await sql`update seats set holder = 'asha'`.execute(tx)
      taken.resolve()
      await isLost
      await sql`select 1`.execute(tx)
    })
    const undone = failure(open)
    await taken.promise
    server.freeze()
    expect(isTransientError(await undone)).toBe(true)
    await backAgain()

    const { rows } = await sql`update seats set label = label returning holder`.execute(db)
    expect(rows).toEqual([{ holder: 'nobody' }])
  })

  test('a process that was itself held up does not blame the server', async () => {
    for (let n = 0; n < 5; n++) {
      await ask()
      holdUp(10 * BEAT_EVERY_MS)
    }
    await ask()

    expect(losses).toBe(0)
  })
})

/** Nothing happens in this process meanwhile. */
const holdUp = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
