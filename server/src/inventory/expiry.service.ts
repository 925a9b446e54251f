import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import type { HolderAtShowtime, PlacesOfHolder } from './claim-requests.ts'
import * as claims from './claims.sql.ts'

/** One run deletes at most this many holds, which keeps its transaction short. */
const MAX_DELETED = 500

/** Deletes expired holds at all showtimes. Returns how many. */
export const expireHolds = (ctx: Context) =>
  deleteHolds(ctx, (tx) => claims.deleteExpiredHolds(tx, MAX_DELETED))

/** Deletes the expired holds on the places of these requests. */
export const expireHoldsOn = (ctx: Context, requests: PlacesOfHolder[]) =>
  deleteHolds(ctx, (tx) => claims.deleteExpiredHoldsOn(tx, requests))

/** Deletes the holds of holders who have been disconnected for longer than the grace period, except in checkout. */
export const releaseAbandonedHolds = (ctx: Context) =>
  deleteHolds(ctx, (tx) =>
    claims.deleteAbandonedHolds(tx, { graceMs: ctx.config.holdGraceMs, limit: MAX_DELETED }),
  )

/** Deletes all holds of one holder, at all showtimes. */
export const releaseAllHolds = (ctx: Context, holder: string) =>
  deleteHolds(ctx, (tx) => claims.deleteHoldsOfHolder(tx, holder))

async function deleteHolds(
  ctx: Context,
  deleteIn: (tx: Db) => Promise<{ rows: { showtime_id: string }[] }>,
) {
  const deleted = await inTransaction(ctx.db, { durable: false }, async (tx, withCommit) => {
    const { rows } = await deleteIn(tx)
    withCommit(claims.incrementRevisions(tx, claims.showtimesOf(rows)))
    return rows
  })
  for (const showtimeId of claims.showtimesOf(deleted)) ctx.events.emit('claimsChanged', showtimeId)
  return deleted.length
}

/** Records that these holders are connected, so that their holds are not abandoned. */
export async function recordPresence({ db }: Context, holders: HolderAtShowtime[]) {
  if (holders.length === 0) return
  await inTransaction(db, { durable: false }, (tx) => claims.touchPresence(tx, holders))
}
