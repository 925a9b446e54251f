import type { Context } from '../../src/context.ts'
import type { Db } from '../../src/database/schema.ts'
import { inTransaction } from '../../src/database/transaction.ts'

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
