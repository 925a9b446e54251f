import type { StaffWaitingRoom } from '@marquee/contract/office/shows/waiting-rooms'
import { MINUTE_MS } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { closed, invalid } from '../errors.ts'
import { windowOf } from '../inventory/rules/times.ts'
import { hasActiveTurn, hasOpened } from './position-view.ts'
import { openedAt } from './queues.ts'
import { RATE_PERIOD_MS } from './rules/estimate.ts'
import { endQueue } from './turns.service.ts'
import * as statements from './waiting-room.sql.ts'

interface StaffRequest {
  showtimeId: string
  deviceId: string
}

/** The queue of a show, null without one. Throws NOT_FOUND. */
export async function readStaffQueue(
  ctx: Context,
  showtimeId: string,
): Promise<StaffWaitingRoom | null> {
  await ctx.showtimes.read(showtimeId)
  const queue = await findQueue(ctx.reader, showtimeId)
  if (!queue) return null
  const since = queue.now - RATE_PERIOD_MS
  const [{ rows: counts }, { rows: turns }] = await Promise.all([
    statements.countPositions(ctx.reader, showtimeId, since),
    statements.selectTurns(ctx.reader, showtimeId),
  ])
  const minutes = Math.max(1, Math.min(queue.now - openedAt(queue), RATE_PERIOD_MS) / MINUTE_MS)
  return {
    opensAt: queue.opens_at === null ? null : new Date(queue.opens_at).toISOString(),
    hasOpened: hasOpened(queue),
    waiting: Number(counts[0]?.waiting ?? 0),
    turns: turns.filter((turn) => hasActiveTurn(turn, queue.now)).length,
    servedPerMinute: Math.round((10 * Number(counts[0]?.used ?? 0)) / minutes) / 10,
  }
}

/**
 * Sets when booking opens for a show, which starts its queue. Throws NOT_FOUND, INVALID for a time that has passed or after booking closes,
 * and CLOSED while visitors have turns already.
 */
export async function setOpening(
  ctx: Context,
  { showtimeId, deviceId, opensAt }: StaffRequest & { opensAt: string },
) {
  const { show } = await ctx.showtimes.read(showtimeId)
  const opens = Date.parse(opensAt)
  const now = ctx.showtimes.now()
  if (opens <= now) throw invalid('Please choose a time that is still to come.')
  if (!windowOf(show, { now }).open) throw closed('Booking for this show has closed.')
  if (!windowOf(show, { now: opens }).open)
    throw invalid('Please choose a time before booking for this show closes.')
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const before = await findQueue(tx, showtimeId)
    const { rows } = await statements.startQueue(tx, showtimeId, opens)
    if (rows.length === 0) throw closed('Visitors of this show have turns already.')
    await recordAction(tx, {
      deviceId,
      action: 'waiting-room.set',
      subjectType: 'showtime',
      subject: showtimeId,
      ...(before?.opens_at != null && { before: { opensAt: before.opens_at } }),
      after: { opensAt: opens },
    })
  })
  ctx.events.emit('queueChanged', showtimeId)
  return readStaffQueue(ctx, showtimeId)
}

/** Ends the queue of a show: all visitors choose at once. Throws NOT_FOUND, and CLOSED without a queue. */
export async function endByStaff(ctx: Context, { showtimeId, deviceId }: StaffRequest) {
  await ctx.showtimes.read(showtimeId)
  await inTransaction(ctx.db, { durable: true, isLong: true }, async (tx) => {
    const [queue] = (await statements.lockQueue(tx, showtimeId)).rows
    if (!queue) throw closed('This show has no waiting room.')
    const { rows } = await statements.countPositions(tx, showtimeId, queue.now)
    await endQueue(tx, queue)
    await recordAction(tx, {
      deviceId,
      action: 'waiting-room.end',
      subjectType: 'showtime',
      subject: showtimeId,
      before: { waiting: Number(rows[0]?.waiting ?? 0) },
    })
  })
  ctx.events.emit('queueChanged', showtimeId)
  return readStaffQueue(ctx, showtimeId)
}

const findQueue = async (db: Db, showtimeId: string) =>
  (await statements.selectQueues(db)).rows.find((queue) => queue.showtime_id === showtimeId)
