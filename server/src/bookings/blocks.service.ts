import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { giveBackPlaces } from '../inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import * as blocks from './blocks.sql.ts'

/** One run releases at most this many blocks. The next one follows within a second. */
const MAX_RELEASED = 20

interface UnblockRequest {
  showtimeId: string
  placeIds: string[]
  deviceId: string
  reason?: string | undefined
}

/** Releases those of the places that are blocked. Returns how many. */
export const unblockPlaces = (
  ctx: Context,
  { showtimeId, placeIds, deviceId, reason }: UnblockRequest,
) =>
  inShowtimes(ctx, [showtimeId], async (unit) => {
    const { rows } = await blocks.selectBlockedPlaces(unit.tx, showtimeId, placeIds)
    const released = await release(unit, showtimeId, rows)
    if (released.length === 0) return 0
    await recordAction(unit.tx, {
      deviceId,
      action: 'places.unblock',
      reason,
      subjectType: 'showtime',
      subject: showtimeId,
      before: { placeIds: released },
    })
    return released.length
  })

/** Releases all blocks of a show. Returns the number of places. */
export async function releaseBlocksAt(unit: ShowtimeUnit, showtimeId: string) {
  const { rows } = await blocks.selectBlocksAt(unit.tx, showtimeId)
  return (await release(unit, showtimeId, rows)).length
}

/** Releases the blocks whose time has come. Several nodes may call it at once. Returns the number of places. */
export async function releaseDueBlocks(ctx: Context) {
  const { rows } = await blocks.selectDueBlocks(ctx.reader, MAX_RELEASED)
  const byShowtime = Map.groupBy(rows, ({ showtime_id }) => showtime_id)
  let count = 0
  for (const [showtimeId, due] of byShowtime) {
    const ids = due.map(({ booking_id }) => booking_id)
    count += await inShowtimes(ctx, [showtimeId], (unit) => releaseDue(unit, showtimeId, ids), {
      durable: false,
    })
  }
  return count
}

async function releaseDue(unit: ShowtimeUnit, showtimeId: string, bookingIds: readonly string[]) {
  const { rows } = await blocks.selectPlacesOfDueBlocks(unit.tx, bookingIds)
  const released = await release(unit, showtimeId, rows)
  await blocks.markReleased(unit.tx, bookingIds)
  if (released.length > 0)
    await recordAction(unit.tx, {
      deviceId: null,
      action: 'places.release',
      subjectType: 'showtime',
      subject: showtimeId,
      before: { placeIds: released },
    })
  return released.length
}

/** Returns the places that were released. */
async function release(
  unit: ShowtimeUnit,
  showtimeId: string,
  rows: readonly blocks.BlockedPlaceRow[],
) {
  for (const [bookingId, places] of Map.groupBy(rows, ({ booking_id }) => booking_id))
    giveBackPlaces(unit, showtimeId, {
      bookingId,
      placeIds: places.map(({ place_id }) => place_id),
    })
  await blocks.deleteBookedPlaces(
    unit.tx,
    rows.map(({ booking_id: bookingId, place_id: placeId }) => ({ bookingId, placeId })),
  )
  await blocks.markReleased(
    unit.tx,
    rows.map(({ booking_id }) => booking_id),
  )
  return rows.map(({ place_id }) => place_id)
}
