import type { ShowCancellation } from '@marquee/contract/office/cancellations'
import { recordAction } from '#src/audit/audit.service.ts'
import { incrementProgrammeVersion } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import type { ShowCancellationRow } from '#src/database/schema.ts'
import { closed } from '#src/errors.ts'
import { endHoldsAt, giveBackPlaces } from '#src/inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '#src/inventory/showtimes.ts'
import { accept } from '#src/inventory/state.ts'
import { salesAtShow } from '../change/bookings-to-change.sql.ts'
import { lockBookings } from '../change/load-bookings.ts'
import { idsOf } from '../change/planners/booking-change.ts'
import { planShowCancellation } from '../change/planners/cancel.ts'
import { writeChanges } from '../change/write-changes.ts'
import { giveBackHouseSeats } from '../house-seats/house-seats.service.ts'
import * as statements from './show-cancellation.sql.ts'

/** One transaction refunds at most this many bookings, so that other shows are sold meanwhile. On SQLite the event loop waits for it. */
const BATCH_SIZE = 5
const TOO_LATE =
  'This show has started, so it can no longer be cancelled. Refund its bookings one by one instead.'

interface CancelRequest {
  showtimeId: string
  /** Visitors read it. */
  reason: string
  deviceId: string
}

/** What cancelling a show would do, or has done. Throws NOT_FOUND, and CLOSED for a show that has started. */
export async function previewShowCancellation(ctx: Context, showtimeId: string) {
  const { show } = await ctx.showtimes.read(showtimeId)
  if (!show.isCancelled && ctx.showtimes.now() >= show.startsAt) throw closed(TOO_LATE)
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

const closeShow = (ctx: Context, request: CancelRequest) =>
  inShowtimes(ctx, [request.showtimeId], (unit) => closeShowIn(unit, request))

/**
 * Ends the sale of a show, all its holds and its house seats. Waits for the sales in progress: a payment is either refused, or booked before and then
 * refunded, by `finishShowCancellations`. Returns false if the show is cancelled already. Throws CLOSED for a show that has started.
 */
export async function closeShowIn(
  unit: ShowtimeUnit,
  { showtimeId, reason, deviceId }: CancelRequest,
) {
  const { tx, moment } = unit
  const { show } = unit.state(showtimeId)
  if (show.isCancelled) return false
  if (moment.now >= show.startsAt) throw closed(TOO_LATE)
  const held = endHoldsAt(unit, showtimeId)
  unit.accept(showtimeId, accept(null, { show: { isCancelled: true } }))
  const unblocked = await giveBackHouseSeats(unit, showtimeId)
  await incrementProgrammeVersion(tx)
  await statements.insertCancellation(tx, { showtimeId, reason, deviceId })
  await recordAction(tx, {
    deviceId,
    action: 'show.cancel',
    reason,
    subjectType: 'showtime',
    subject: showtimeId,
    after: { held, unblocked: unblocked.length },
  })
  return true
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
    const { tx, moment } = unit
    const [cancellation] = (await statements.selectCancellation(tx, showtimeId)).rows
    if (!cancellation || cancellation.finished_at !== null) return { isOver: true }
    const bookings = await lockBookings(tx, salesAtShow(showtimeId, BATCH_SIZE))
    if (bookings.length === 0) {
      await statements.markFinished(tx, showtimeId)
      return { isOver: true, hasFinished: true }
    }
    const { reason, device_id: deviceId } = cancellation
    const booked = unit.state(showtimeId)
    const changes = bookings.map((booking) =>
      planShowCancellation(booking, { deviceId, reason }, { booked, moment }),
    )
    for (const { booking, givenBack } of changes) {
      giveBackPlaces(unit, showtimeId, { bookingId: booking.id, placeIds: idsOf(givenBack) })
      if (booking.user_id !== null) unit.emit(['noticesChanged', booking.user_id])
    }
    await writeChanges(tx, changes)
    unit.emit(['showChanged', showtimeId])
    return { isOver: false }
  })

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
    admitted,
    parked,
    holders,
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
