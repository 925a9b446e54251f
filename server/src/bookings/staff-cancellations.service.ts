import type { RefundKind } from '@marquee/contract/office/cancellations'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { bookingNotFound } from '../errors.ts'
import { queueStaffChangeMails } from '../messages/mail/outbox.service.ts'
import { assertRefund, type NamedPlaces, planCancellation } from './cancellation.ts'
import { addCancellationNotice } from './change-notices.ts'
import { loadSale, lockSale, recordKey, requireSale, withBookingLock } from './locked-booking.ts'
import { readSale } from './staff-bookings.service.ts'
import { writeCancellation } from './write-cancellation.ts'

interface StaffCancellationTerms extends NamedPlaces {
  terms: RefundKind
}

/** What cancelling would give back now. Throws as `cancelStaffBooking` does. */
export async function previewStaffCancellation(
  ctx: Context,
  reference: string,
  { terms, ...named }: StaffCancellationTerms,
) {
  const { id } = await requireSale(ctx.reader, reference)
  const booking = await requireBooking(ctx.reader, id)
  const { refund, fee } = planCancellation(booking, named, staffTerms(ctx, terms))
  return { refund, fee }
}

interface StaffCancellation extends StaffCancellationTerms {
  reference: string
  deviceId: string
  /** The reason is for the audit: visitors do not read it. */
  reason: string
  /** Rupees, as in the preview. */
  refund: number
  /** Idempotency key: a repeated request with it changes nothing more. */
  key?: string | undefined
}

/**
 * Staff cancels places of a booking, or the whole booking, in one transaction: places, passes, ledger, audit and mail. Throws NOT_FOUND, INVALID, KEY_REUSED,
 * CLOSED for a cancelled booking or show and for a vehicle that has arrived, and PRICE_MISMATCH with the right refund.
 */
export async function cancelStaffBooking(ctx: Context, request: StaffCancellation) {
  const { key, deviceId, reason, refund, terms, seatIds, slotIds } = request
  const body = { refund, terms, seatIds, slotIds, reason }
  const named = { seatIds, slotIds }
  const { id } = await requireSale(ctx.reader, request.reference)
  const findShowtime = async (db: Db) => (await requireBooking(db, id)).showtime_id
  const done = await withBookingLock(ctx, { findShowtime }, async (unit) => {
    const { tx } = unit
    const { user_id: userId, email: to } = await lockSale(tx, id, request.reference)
    const booking = await requireBooking(tx, id)
    if (await recordKey(tx, id, { key, body })) return undefined
    const plan = planCancellation(booking, named, staffTerms(ctx, terms))
    assertRefund(refund, plan)
    await writeCancellation(unit, booking, { plan, deviceId, reason })
    await addCancellationNotice(ctx, tx, { userId, booking, plan })
    if (to !== null)
      await queueStaffChangeMails(tx, [{ bookingId: id, userId, to, isCancelled: plan.isWhole }])
    const { showtime_id: showtimeId } = booking
    unit.emit(['showChanged', showtimeId])
    if (userId !== null) unit.emit(['noticesChanged', userId])
    return { showtimeId, places: plan.places.length, isWhole: plan.isWhole }
  })
  if (done) {
    ctx.log.info({ bookingId: id, ...done, refund }, 'booking cancelled by staff')
  }
  return (await readSale(ctx, id)).booking
}

const staffTerms = ({ config }: Context, terms: RefundKind) => ({
  ...{ policy: config.refundPolicy, isByStaff: true, isFull: terms === 'full' },
})

async function requireBooking(db: Db, id: string) {
  const booking = await loadSale(db, id)
  if (!booking) throw bookingNotFound()
  return booking
}
