import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeDatabases } from '#test/support/test-context.ts'
import { executeTogether, statementForRows } from './dialect.ts'
import { inTransaction } from './transaction.ts'

interface Row {
  id: string
  amount: number
}

const COLUMNS = { id: 'text', amount: 'bigint' } as const
const deleteRows = statementForRows<Pick<Row, 'id'>>(
  { id: 'text' },
  (wanted) => sql`delete from amounts where id in (select wanted.id from ${wanted})`,
)
const updateRows = statementForRows<Row>(
  COLUMNS,
  (wanted) =>
    sql`update amounts set amount = wanted.amount from ${wanted} where amounts.id = wanted.id`,
)
const insertRows = statementForRows<Row>(
  COLUMNS,
  (wanted) => sql`insert into amounts (id, amount) select wanted.id, wanted.amount from ${wanted}`,
)

describeDatabases('executeTogether', (context) => {
  beforeEach(async () => {
    const { db } = context().ctx
    await sql`create table amounts (id text primary key, amount bigint not null)`.execute(db)
    await sql`insert into amounts values ('first', 1), ('second', 2)`.execute(db)
  })

  afterEach(async () => {
    await sql`drop table amounts`.execute(context().ctx.db)
  })

  const amounts = async () => {
    const { rows } = await sql<Row>`select id, amount from amounts order by id`.execute(
      context().ctx.db,
    )
    return rows.map(({ id, amount }) => [id, Number(amount)])
  }

  const execute = (deleted: string[], updated: Row[], inserted: Row[]) =>
    inTransaction(context().ctx.db, { durable: false }, (tx) =>
      executeTogether(tx, [
        deleteRows.withRows(deleted.map((id) => ({ id }))),
        updateRows.withRows(updated),
        insertRows.withRows(inserted),
      ]),
    )

  test('executes all statements that have rows', async () => {
    await execute(['first'], [{ id: 'second', amount: 20 }], [{ id: 'third', amount: 3 }])
    expect(await amounts()).toEqual([
      ['second', 20],
      ['third', 3],
    ])
  })

  test('executes the first one alone, the last one alone, and none', async () => {
    await execute(['first'], [], [])
    await execute([], [], [{ id: 'third', amount: 3 }])
    await execute([], [], [])
    expect(await amounts()).toEqual([
      ['second', 2],
      ['third', 3],
    ])
  })

  test('leaves no rows of the others when one fails', async () => {
    const failing = execute(['first'], [], [{ id: 'second', amount: 20 }])
    await expect(failing).rejects.toThrow(/unique/i)
    expect(await amounts()).toEqual([
      ['first', 1],
      ['second', 2],
    ])
  })
})
