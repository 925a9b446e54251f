import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { inTransaction } from './transaction.ts'

describeDatabases('a transaction', (world) => {
  const nameOf = async (id: string) => {
    const { rows } = await sql<{ username: string }>`
      select username from users where id = ${id}`.execute(world().ctx.reader)
    return rows[0]?.username
  }

  test('whose last statement fails is undone as a whole', async () => {
    const { db } = world().ctx
    const id = await createUser(world().ctx)

    const failing = inTransaction(db, { durable: false }, async (tx, withCommit) => {
      await sql`update users set username = 'Ravi' where id = ${id}`.execute(tx)
      withCommit(sql`update users set created_at = null where id = ${id}`.execute(tx))
    })

    await expect(failing).rejects.toThrow(/null/i)
    expect(await nameOf(id)).toBe('Asha')
  })
})
