import type { ShowCancellation } from '@marquee/contract/office/cancellations'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { lockUsers } from '../database/locks.ts'
import type { Db, ShowCancellationRow } from '../database/schema.ts'
import { closed, showtimeNotFound } from '../errors.ts'
import { endHoldsAt } from '../inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '../inventory/showtimes.ts'
import { accept } from '../inventory/state.ts'
import { queueStaffChangeMails } from '../messages/mail/outbox.service.ts'
import { releaseBlocksAt } from './blocks.service.ts'
import { type ChangeableBooking, planShowCancellation } from './cancellation.ts'
import { addCancellationNotice } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import { loadSale } from './locked-booking.ts'
import * as statements from './show-cancellation.sql.ts'
import { writeCancellation } from './write-cancellation.ts'

/** One transaction refunds at most this many bookings, so that other shows are sold meanwhile. On SQLite the event loop waits for it. */
const BATCH_SIZE = 5
const SHOW_STARTED =
  'This show has started, so it can no longer be cancelled. Refund its bookings one by one instead.'

interface CancelRequest {
  showtimeId: string
  /** Visitors read it. */
  reason: string
  deviceId: string
}

/** What cancelling a show would do, or has done. Throws NOT_FOUND, and CLOSED for a show that has started. */
export async function previewShowCancellation(ctx: Context, showtimeId: string) {
  const { cancelled_at, starts_at, now } = await requireShowtime(ctx.reader, showtimeId)
  if (cancelled_at === null && now >= starts_at) throw closed(SHOW_STARTED)
  return readCancellation(ctx, showtimeId)
}

/**
 * Cancels a show: closes it in one transaction, then refunds its bookings in batches. Repeating it continues what was interrupted; the reason of
 * the first request stays. Throws NOT_FOUND, and CLOSED for a show that has started.
 */
export async function cancelShow(ctx: Context, request: CancelRequest): Promise<ShowCancellation> {
  const { showtimeId } = request
  const isNew = await closeShow(ctx, request)
  if (isNew) ctx.log.info({ showtimeId }, 'show cancelled')
  // Also for a repeated request: the commit of the first one may have been reported as failed.
  if (!isNew) ctx.events.emit('claimsChanged', showtimeId)
  ctx.events.emit('showChanged', showtimeId)
  await refundBookings(ctx, showtimeId)
  return readCancellation(ctx, showtimeId)
}

/** The cancelled shows whose bookings are not all refunded. */
export async function countUnfinishedCancellations({ reader }: Pick<Context, 'reader'>) {
  const { rows } = await statements.countUnfinished(reader)
  return Number(rows[0]?.count ?? 0)
}

/** Refunds the bookings of cancelled shows that an interruption has left. Several nodes may call it at once. */
export async function finishShowCancellations(ctx: Context) {
  const { rows } = await statements.selectUnfinished(ctx.reader)
  for (const { showtime_id: showtimeId } of rows) {
    try {
      await refundBookings(ctx, showtimeId)
    } catch (error) {
      // The other shows must not wait for this one.
      ctx.log.error({ err: error, showtimeId }, 'show cancellation failed')
    }
  }
}

/**
 * Ends the sale of a show, all its holds and its blocks. Waits for the sales in progress: a payment is either refused, or booked before and then refunded.
 * Returns false if the show is cancelled already.
 */
const closeShow = (ctx: Context, { showtimeId, reason, deviceId }: CancelRequest) =>
  inShowtimes(ctx, [showtimeId], async (unit) => {
    const { tx } = unit
    const held = endHoldsAt(unit, showtimeId)
    const { rows } = await statements.closeShowtime(tx, showtimeId)
    if (rows.length === 0) {
      const { cancelled_at } = await requireShowtime(tx, showtimeId)
      if (cancelled_at === null) throw closed(SHOW_STARTED)
      return false
    }
    unit.accept(showtimeId, accept(null, { show: { isCancelled: true } }))
    const unblocked = await releaseBlocksAt(unit, showtimeId)
    await statements.insertCancellation(tx, { showtimeId, reason, deviceId })
    await recordAction(tx, {
      ...{ deviceId, action: 'show.cancel', reason, subjectType: 'showtime', subject: showtimeId },
      after: { held, unblocked },
    })
    return true
  })

async function requireShowtime(db: Db, showtimeId: string) {
  const [showtime] = (await statements.selectShowtime(db, showtimeId)).rows
  if (!showtime) throw showtimeNotFound()
  return showtime
}

async function refundBookings(ctx: Context, showtimeId: string) {
  while (true) {
    const { isOver, hasFinished } = await ctx.backgroundQueue(['refunds', showtimeId], () =>
      refundBatch(ctx, showtimeId),
    )
    if (hasFinished) ctx.log.info({ showtimeId }, 'show cancellation finished')
    if (isOver) return
  }
}

/** `hasFinished`: this batch was the last one. */
const refundBatch = (ctx: Context, showtimeId: string) =>
  inShowtimes(ctx, [showtimeId], async (unit) => {
    const { tx } = unit
    const [cancellation] = (await statements.lockUnfinished(tx, showtimeId)).rows
    if (!cancellation) return { isOver: true }
    const { rows } = await statements.selectSales(tx, showtimeId, BATCH_SIZE)
    if (rows.length === 0) {
      await statements.markFinished(tx, showtimeId)
      return { isOver: true, hasFinished: true }
    }
    const owners = await lockSalesOf(
      tx,
      rows.map(({ id }) => id),
    )
    const mails = []
    for (const { id, user_id: userId, email: to } of owners) {
      const booking = await loadSale(tx, id)
      // Its visitor may have cancelled or moved it before the lock.
      if (booking?.showtime_id !== showtimeId || booking.places.length === 0) continue
      await refundBooking(ctx, unit, { userId, booking, cancellation })
      if (userId !== null) unit.emit(['noticesChanged', userId])
      if (to !== null) mails.push({ bookingId: id, userId, to, isCancelled: true })
    }
    await queueStaffChangeMails(tx, mails)
    unit.emit(['showChanged', showtimeId])
    return { isOver: false }
  })

/** Locks the accounts, then the bookings, each in the order of their ids, as every other change does. */
async function lockSalesOf(tx: Db, ids: string[]) {
  const { rows: before } = await changes.selectSaleOwners(tx, ids)
  await lockUsers(
    tx,
    before.flatMap(({ user_id }) => user_id ?? []),
  )
  await changes.lockBookings(tx, ids)
  // An account may have been deleted meanwhile.
  return (await changes.selectSaleOwners(tx, ids)).rows
}

interface Refund {
  userId: string | null
  booking: ChangeableBooking
  cancellation: Pick<ShowCancellationRow, 'reason' | 'device_id'>
}

async function refundBooking(
  ctx: Context,
  unit: ShowtimeUnit,
  { userId, booking, cancellation }: Refund,
) {
  const { reason, device_id: deviceId } = cancellation
  const plan = planShowCancellation(booking)
  await writeCancellation(unit, booking, { plan, deviceId, reason, isShowCancelled: true })
  await addCancellationNotice(ctx, unit.tx, { userId, booking, plan, showCancelledBecause: reason })
}

async function readCancellation(
  { reader }: Context,
  showtimeId: string,
): Promise<ShowCancellation> {
  const [cancellation] = (await statements.selectCancellation(reader, showtimeId)).rows
  const [sold, refunded, followUps, present] = await Promise.all([
    statements.countSold(reader, showtimeId),
    cancellation && statements.countRefunded(reader, showtimeId, cancellation.cancelled_at),
    statements.selectFollowUps(reader, showtimeId, cancellation?.cancelled_at ?? null),
    statements.countPresent(reader, showtimeId),
  ])
  const { admitted = 0, parked = 0, holders = 0 } = present.rows[0] ?? {}
  return {
    cancelled: cancellation ? cancelledView(cancellation) : null,
    toRefund: totalsView(sold.rows[0]),
    refunded: totalsView(refunded?.rows[0]),
    followUps: followUps.rows.map(({ email, ...booking }) => ({
      ...booking,
      hasEmail: email !== null,
    })),
    ...{ admitted, parked, holders },
  }
}

const cancelledView = ({ cancelled_at, finished_at, reason }: ShowCancellationRow) => ({
  at: new Date(cancelled_at).toISOString(),
  reason,
  isFinished: finished_at !== null,
})

const NOTHING = { bookings: 0, seats: 0, slots: 0, refund: 0, cash: 0, with_email: 0 }

const totalsView = ({ with_email, ...totals }: statements.RefundTotalsRow = NOTHING) => ({
  ...totals,
  mails: with_email,
})
