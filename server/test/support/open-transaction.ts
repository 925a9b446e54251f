import type { Context } from '../../src/context.ts'
import type { Db } from '../../src/database/schema.ts'
import { inTransaction } from '../../src/database/transaction.ts'

/** Does something and keeps its transaction open, as another node might, until it is committed or undone. */
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
    undo: async () => {
      end.reject(new Error('undone'))
      await over.catch(() => undefined)
    },
  }
}
