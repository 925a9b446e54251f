import type {
  RefundAs,
  RefundFor,
  ShowCancellation,
} from '@marquee/contract/office/shows/show-cancellations'
import { endOfShow } from '@marquee/contract/time'
import { recordAction } from '#src/audit/audit.service.ts'
import { incrementProgrammeVersion } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { closed } from '#src/errors.ts'
import { endHoldsAt, giveBackPlaces } from '#src/inventory/sales.ts'
import { inShowtimes, type ShowtimeUnit } from '#src/inventory/showtimes.ts'
import { accept } from '#src/inventory/state.ts'
import { newVoucher as createVoucher } from '#src/vouchers/new-voucher.ts'
import { bookingsAtShow } from '../change/bookings-to-change.sql.ts'
import { lockBookings } from '../change/load-bookings.ts'
import { idsOf } from '../change/planners/booking-change.ts'
import { planShowCancellation } from '../change/planners/cancel.ts'
import { writeChanges } from '../change/write-changes.ts'
import { giveBackHouseSeatsIn } from '../house-seats/house-seats.service.ts'
import { DEFAULT_TERMS, type RefundChoice, readCancellation } from './read-cancellation.ts'
import * as statements from './show-cancellation.sql.ts'

/** One transaction refunds at most this many bookings, so that other shows are sold meanwhile. On SQLite the event loop waits for it. */
const BATCH_SIZE = 5
const TOO_LATE =
  'This show is over, so it can no longer be cancelled. Refund its bookings one by one instead.'
const NOT_STARTED = 'This show has not started, so its bookings are all refunded.'

interface CancelRequest {
  showtimeId: string
  /** Visitors read it. */
  reason: string
  deviceId: string
  /** Left out: everyone gets the money back. */
  refundFor?: RefundFor
  refundAs?: RefundAs
}

/** What cancelling a show would do, or has done. Throws NOT_FOUND, and CLOSED for a show that is over. */
export async function previewShowCancellation(
  ctx: Context,
  showtimeId: string,
  terms: RefundChoice = DEFAULT_TERMS,
) {
  const { show } = await ctx.showtimes.read(showtimeId)
  if (!show.isCancelled) assertCancellable(show, terms, ctx.showtimes.now())
  return readCancellation(ctx, showtimeId, terms)
}

/** A running show can be cancelled too. Throws CLOSED. */
function assertCancellable(
  { startsAt, duration }: { startsAt: number; duration: number },
  { refundFor }: Pick<RefundChoice, 'refundFor'>,
  now: number,
) {
  if (now >= endOfShow(startsAt, duration)) throw closed(TOO_LATE)
  if (refundFor === 'admitted' && now < startsAt) throw closed(NOT_STARTED)
}

/**
 * Cancels a show in one transaction, then refunds its bookings in batches. Repeating it continues what was interrupted; the reason of
 * the first request and its terms stay. Throws NOT_FOUND, and CLOSED for a show that is over.
 */
export async function cancelShow(ctx: Context, request: CancelRequest): Promise<ShowCancellation> {
  const { showtimeId } = request
  const isNew = await inShowtimes(ctx, [showtimeId], (unit) => cancelShowIn(unit, request))
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
 * Ends the sale of a show, all its holds and its house seats. Waits for the sales in progress: a payment is either refused, or booked before and then
 * refunded, by `finishShowCancellations`. Returns false if the show is cancelled already. Throws CLOSED for a show that is over.
 */
export async function cancelShowIn(
  unit: ShowtimeUnit,
  { showtimeId, reason, deviceId, ...terms }: CancelRequest,
) {
  const { refundFor, refundAs } = { ...DEFAULT_TERMS, ...terms }
  const { tx, moment } = unit
  const { show } = unit.state(showtimeId)
  if (show.isCancelled) return false
  assertCancellable(show, { refundFor }, moment.now)
  const held = endHoldsAt(unit, showtimeId)
  unit.accept(showtimeId, accept(null, { show: { isCancelled: true } }))
  const unblocked = await giveBackHouseSeatsIn(unit, showtimeId)
  await incrementProgrammeVersion(tx)
  await statements.insertCancellation(tx, { showtimeId, reason, deviceId, refundFor, refundAs })
  await recordAction(tx, {
    deviceId,
    action: 'show.cancel',
    reason,
    subjectType: 'showtime',
    subject: showtimeId,
    after: { held, unblocked: unblocked.length, refundFor, refundAs },
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
    const bookings = await lockBookings(tx, bookingsAtShow(showtimeId, BATCH_SIZE))
    if (bookings.length === 0) {
      await statements.markFinished(tx, showtimeId)
      return { isOver: true, hasFinished: true }
    }
    const { reason, device_id: deviceId, refund_for: refundFor, refund_as: refundAs } = cancellation
    const booked = unit.state(showtimeId)
    const changes = bookings.map((booking) => {
      const newVoucher = refundAs === 'voucher' ? createVoucher(ctx.config, moment.now) : null
      const refund = { by: { deviceId, reason }, refundFor, newVoucher }
      return planShowCancellation(booking, refund, { booked, moment })
    })
    for (const { booking, givenBack } of changes) {
      giveBackPlaces(unit, showtimeId, { bookingId: booking.id, placeIds: idsOf(givenBack) })
      if (booking.user_id !== null) unit.emit(['noticesChanged', booking.user_id])
    }
    await writeChanges(tx, changes)
    unit.emit(['showChanged', showtimeId])
    return { isOver: false }
  })
