import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { describeDatabases, describePostgres } from '#test/support/test-context.ts'
import { inTransaction } from '../database/transaction.ts'
import { incrementRevisions } from './claims.sql.ts'
import { readRevisions } from './seat-map.ts'

describeDatabases('incrementRevisions', (context) => {
  test('increments the revision of each named showtime by one, and of no other', async () => {
    const { ctx } = context()
    const shows = [await createShowtime(ctx), await createShowtime(ctx), await createShowtime(ctx)]
    const [a, b, c] = shows.map(({ showtimeId }) => showtimeId) as [string, string, string]

    for (const showtimeIds of [[b, a], [a], []])
      await inTransaction(ctx.db, { durable: false }, (tx) => incrementRevisions(tx, showtimeIds))

    const revisions = await readRevisions(ctx, [a, b, c])
    expect([a, b, c].map((id) => revisions.get(id))).toEqual([2, 1, 0])
  })
})

describePostgres('incrementRevisions of two transactions', (context) => {
  test('locks showtimes in the order of their ids, whatever the order of the request', async () => {
    const { ctx } = context()
    const shows = [await createShowtime(ctx), await createShowtime(ctx)]
    const [first, second] = shows.map(({ showtimeId }) => showtimeId).toSorted() as [string, string]
    const increment = (...showtimeIds: string[]) =>
      inTransaction(ctx.db, { durable: false }, (tx) => incrementRevisions(tx, showtimeIds))
    const earlier = await openTransaction(ctx, (tx) => incrementRevisions(tx, [first]))
    const crossing = increment(second, first)
    await untilTransactionWaits(ctx)

    // It would wait if the crossing transaction had locked the second showtime already.
    await increment(second)
    await earlier.commit()
    await crossing

    const revisions = await readRevisions(ctx, [first, second])
    expect([first, second].map((id) => revisions.get(id))).toEqual([2, 2])
  })
})
