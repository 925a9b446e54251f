import { sql } from 'kysely'
import type { Context } from '../../src/context.ts'
import type { Db } from '../../src/database/schema.ts'
import { inTransaction } from '../../src/database/transaction.ts'

const LOCK_WAIT_TIMEOUT_MS = 4000

/** Runs `work` in a transaction and keeps the transaction open until it is committed or rolled back. */
export async function openTransaction(
  { db }: Pick<Context, 'db'>,
  work: (tx: Db) => Promise<unknown>,
) {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const over = inTransaction(db, { durable: false }, async (tx) => {
    await work(tx)
    begun.resolve()
    await end.promise
  })
  await Promise.race([begun.promise, over])
  return {
    commit: async () => {
      end.resolve()
      await over
    },
    rollback: async () => {
      end.reject(new Error('rolled back'))
      await over.catch(() => undefined)
    },
  }
}

/** Waits until other transactions wait for a lock, one or the given number. PostgreSQL only. */
export async function untilTransactionWaits({ reader }: Pick<Context, 'reader'>, count = 1) {
  const waiting = () =>
    sql<{ n: number }>`
      select count(*) as n from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(reader)
  const deadline = performance.now() + LOCK_WAIT_TIMEOUT_MS
  while (((await waiting()).rows[0]?.n ?? 0) < count) {
    if (performance.now() > deadline) throw new Error('no transaction waits for a lock')
  }
}
