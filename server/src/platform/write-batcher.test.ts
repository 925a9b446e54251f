import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTransaction } from '#test/support/open-transaction.ts'
import { describePostgres } from '#test/support/test-context.ts'
import { lockNames } from '../database/locks.ts'
import { createWriteBatcher, eachOf } from './write-batcher.ts'

describePostgres('a desk', (world) => {
  test('keeps nobody waiting for those who are busy elsewhere, however late they are found', async () => {
    const { ctx } = world()
    const elsewhere = await openTransaction(ctx, (tx) => lockNames(tx, ['busy elsewhere']))
    let looks = 1
    const ask = createWriteBatcher<{ showtimeId: string; nth: number }, number>(ctx, {
      alike: () => true,
      namesOf: ({ nth }) => [`${nth}`],
      // With each look, one more.
      locksOf: ({ nth }) => [nth < looks ? 'busy elsewhere' : `${nth}`],
      ...{ most: 10, durable: false },
      grant: async (tx, wishes) => {
        looks += 1
        await sql`select 1`.execute(tx)
        return { outcomes: eachOf(wishes, ({ nth }) => nth), touched: [], displaced: [] }
      },
    })

    const asked = Array.from({ length: 10 }, (_, nth) => ask({ showtimeId: 'tonight', nth }))
    expect(await asked[9]).toBe(9)
    await elsewhere.commit()

    expect(await Promise.all(asked)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
