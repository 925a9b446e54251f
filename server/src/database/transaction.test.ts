import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { awaitAll, inTransaction } from './transaction.ts'

describeDatabases('inTransaction', (context) => {
  const nameOf = async (id: string) => {
    const { rows } = await sql<{ username: string }>`
      select username from users where id = ${id}`.execute(context().ctx.reader)
    return rows[0]?.username
  }

  test('rolls back everything when the statement sent with the commit fails', async () => {
    const { db } = context().ctx
    const id = await createUser(context().ctx)

    const failing = inTransaction(db, { durable: false }, async (tx, withCommit) => {
      await sql`update users set username = 'Ravi' where id = ${id}`.execute(tx)
      withCommit(sql`update users set created_at = null where id = ${id}`.execute(tx))
    })

    await expect(failing).rejects.toThrow(/null/i)
    expect(await nameOf(id)).toBe('Asha')
  })
})

test('awaitAll throws when a statement cannot be sent, and leaves no unhandled rejection of those before it', async () => {
  const unhandled: unknown[] = []
  const listener = (error: unknown) => unhandled.push(error)
  process.on('unhandledRejection', listener)
  const refused = Promise.withResolvers<never>()

  expect(() =>
    awaitAll([
      () => refused.promise,
      () => {
        throw new Error('no row')
      },
    ]),
  ).toThrow('no row')

  refused.reject(new Error('refused'))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', listener)
  expect(unhandled).toEqual([])
})
