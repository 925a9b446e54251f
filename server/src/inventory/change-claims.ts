import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { incrementRevisions, showtimesOf } from './claims.sql.ts'

/** Changes claims in a transaction of its own, increments the revisions of their showtimes, and emits `claimsChanged`. Returns the rows. */
export async function changeClaims<Row extends { showtime_id: string }>(
  ctx: Context,
  change: (tx: Db) => Promise<{ rows: Row[] }>,
) {
  const changed = await inTransaction(ctx.db, { durable: false }, async (tx, withCommit) => {
    const { rows } = await change(tx)
    withCommit(incrementRevisions(tx, showtimesOf(rows)))
    return rows
  })
  for (const showtimeId of showtimesOf(changed)) ctx.events.emit('claimsChanged', showtimeId)
  return changed
}
