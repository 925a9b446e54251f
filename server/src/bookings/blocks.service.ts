import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { lockForChanges } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { incrementRevisions, releasePlaces } from '../inventory/sales.ts'
import * as blocks from './blocks.sql.ts'

/** One run releases at most this many blocks, which keeps its transaction short. */
const MAX_RELEASED = 20

interface UnblockRequest {
  showtimeId: string
  placeIds: string[]
  deviceId: string
  reason?: string | undefined
}

/** Releases those of the places that are blocked. Returns how many. */
export async function unblockPlaces(ctx: Context, request: UnblockRequest) {
  const { showtimeId, placeIds, deviceId, reason } = request
  const released = await inTransaction(ctx.db, { durable: true }, async (tx, withCommit) => {
    await lockForChanges(tx)
    const { rows } = await blocks.selectBlockedPlaces(tx, showtimeId, placeIds)
    await blocks.lockBlocks(
      tx,
      rows.map(({ booking_id }) => booking_id),
    )
    const done = await release(tx, rows)
    if (done.length === 0) return 0
    await recordAction(tx, {
      ...{ deviceId, action: 'places.unblock', reason, subjectType: 'showtime' },
      ...{ subject: showtimeId, before: { placeIds: done.map(({ placeId }) => placeId) } },
    })
    withCommit(incrementRevisions(tx, [showtimeId]))
    return done.length
  })
  if (released > 0) ctx.events.emit('claimsChanged', showtimeId)
  return released
}

/** Releases all blocks of a show within the caller's transaction. Returns the number of places. */
export async function releaseBlocksAt(tx: Db, showtimeId: string) {
  const { rows } = await blocks.selectBlocksAt(tx, showtimeId)
  return (await release(tx, rows)).length
}

/** Releases the blocks whose time has come. Several nodes may call it at once. Returns the number of places. */
export async function releaseDueBlocks(ctx: Context) {
  if ((await blocks.findDueBlock(ctx.reader)).rows.length === 0) return 0
  const showtimeIds = new Set<string>()
  const count = await inTransaction(ctx.db, { durable: false }, async (tx, withCommit) => {
    await lockForChanges(tx)
    const { rows: due } = await blocks.lockDueBlocks(tx, MAX_RELEASED)
    if (due.length === 0) return 0
    const ids = due.map(({ booking_id }) => booking_id)
    const { rows } = await blocks.selectPlacesOfBlocks(tx, ids)
    const done = await release(tx, rows)
    for (const [showtimeId, places] of Map.groupBy(done, (place) => place.showtimeId)) {
      showtimeIds.add(showtimeId)
      await recordAction(tx, {
        ...{ deviceId: null, action: 'places.release', subjectType: 'showtime' },
        ...{ subject: showtimeId, before: { placeIds: places.map(({ placeId }) => placeId) } },
      })
    }
    withCommit(incrementRevisions(tx, [...showtimeIds].toSorted()))
    return done.length
  })
  for (const showtimeId of showtimeIds) ctx.events.emit('claimsChanged', showtimeId)
  return count
}

/** Returns the places that this transaction has released: another one may have been first. */
async function release(
  tx: Db,
  rows: readonly { booking_id: string; showtime_id: string; place_id: string }[],
) {
  if (rows.length === 0) return []
  const done = await releasePlaces(
    tx,
    rows.map(({ booking_id: bookingId, showtime_id: showtimeId, place_id: placeId }) => ({
      ...{ bookingId, showtimeId, placeId },
    })),
  )
  await blocks.deleteBookedPlaces(tx, done)
  await blocks.markReleased(
    tx,
    rows.map(({ booking_id }) => booking_id),
  )
  return done
}
