import type { Context } from '../context.ts'
import { inTransaction } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import { isCrowded, nearCountOf, thresholdOf } from './rules/crowding.ts'
import { COUNT_LIFETIME_MS } from './turns.service.ts'
import * as statements from './waiting-room.sql.ts'
import * as counts from './watcher-counts.sql.ts'

/** Counts of nodes that have not stored one for so long are deleted. */
const KEEP_COUNTS_MS = 60_000

interface Counted {
  /** The id of this node. */
  node: string
  /** How many visitors watch on this node, by showtime. */
  watchers: ReadonlyMap<string, number>
}

/**
 * Starts the queues of showtimes that more visitors watch than the threshold allows, over all nodes. Only the counts of showtimes
 * near the threshold, and of those with a queue, go through the database. Logs errors.
 */
export async function startQueues(ctx: Context, { node, watchers }: Counted) {
  const { queueThreshold } = ctx.config
  const near = [...watchers].filter(
    ([showtimeId, count]) => count >= nearCountOf(queueThreshold) || ctx.queues.has(showtimeId),
  )
  if (near.length === 0) return
  const rows = near.map(([showtime_id, count]) => ({ showtime_id, node, watchers: count }))
  await inTransaction(ctx.db, { durable: false }, async (tx) => {
    await counts.deleteWatcherCounts(tx, KEEP_COUNTS_MS)
    await counts.storeWatcherCounts(tx, rows)
  })
  const ids = near.map(([showtimeId]) => showtimeId)
  const { rows: sums } = await counts.sumWatchers(ctx.reader, ids, COUNT_LIFETIME_MS)
  for (const { showtime_id: showtimeId, watchers: sum } of sums) {
    if (ctx.queues.has(showtimeId)) continue
    try {
      const { layout } = await ctx.showtimes.read(showtimeId)
      const threshold = thresholdOf(queueThreshold, layout.seatCount)
      if (isCrowded(Number(sum), threshold)) await startQueue(ctx, showtimeId, Number(sum))
    } catch (error) {
      // The other shows must not wait for this one, which may have been removed meanwhile.
      if (!(error instanceof AppError))
        ctx.log.error({ err: error, showtimeId }, 'queue could not be started')
    }
  }
}

async function startQueue(ctx: Context, showtimeId: string, watchers: number) {
  const { rows } = await inTransaction(ctx.db, { durable: true }, (tx) =>
    statements.startQueue(tx, showtimeId, null),
  )
  if (rows.length === 0) return
  ctx.log.info({ showtimeId, watchers }, 'waiting room started')
  ctx.events.emit('queueChanged', showtimeId)
}
