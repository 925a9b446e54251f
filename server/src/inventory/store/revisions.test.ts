import { expect, test } from 'vitest'
import { lockShowtimes } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { createShowtime } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { selectVersions, updateVersions } from './showtime-store.sql.ts'

const readVersions = async ({ ctx }: TestContext, ids: readonly string[]) => {
  const { rows } = await selectVersions(ctx.db, ids)
  return ids.map((id) => rows.find((row) => row.id === id))
}

/** What the store does to the showtimes that a transaction changes. */
async function changeShowtimes(tx: Db, ids: readonly string[]) {
  await lockShowtimes(tx, ids)
  await updateVersions(
    tx,
    ids.map((id) => ({ id, version: crypto.randomUUID() })),
  )
}

describeDatabases('updateVersions', (context) => {
  test('increments the revision of each named showtime by one and changes its version, and of no other', async () => {
    const { ctx } = context()
    const shows = [await createShowtime(ctx), await createShowtime(ctx), await createShowtime(ctx)]
    const [a, b, c] = shows.map(({ showtimeId }) => showtimeId) as [string, string, string]
    const before = await readVersions(context(), [a, b, c])

    for (const showtimeIds of [[b, a], [a], []])
      await inTransaction(ctx.db, { durable: false }, (tx) => changeShowtimes(tx, showtimeIds))

    const after = await readVersions(context(), [a, b, c])
    expect(after.map((row) => row?.rev)).toEqual([2, 1, 0])
    expect(after.map((row, n) => row?.version !== before[n]?.version)).toEqual([true, true, false])
  })
})

describePostgres('lockShowtimes of two transactions', (context) => {
  test('locks showtimes in the order of their ids, whatever the order of the request', async () => {
    const { ctx } = context()
    const shows = [await createShowtime(ctx), await createShowtime(ctx)]
    const [first, second] = shows.map(({ showtimeId }) => showtimeId).toSorted() as [string, string]
    const change = (...showtimeIds: string[]) =>
      inTransaction(ctx.db, { durable: false }, (tx) => changeShowtimes(tx, showtimeIds))
    const earlier = await openTransaction(ctx, (tx) => changeShowtimes(tx, [first]))
    const crossing = change(second, first)
    await untilTransactionWaits(ctx)

    // It would wait if the crossing transaction had locked the second showtime already.
    await change(second)
    await earlier.commit()
    await crossing

    const versions = await readVersions(context(), [first, second])
    expect(versions.map((row) => row?.rev)).toEqual([2, 2])
  })
})
