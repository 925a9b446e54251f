import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { queueChangeMail, queueStaffChangeMails } from '../messages/mail/outbox.service.ts'
import { listPasses, type TicketRequest } from '../tickets/passes.service.ts'
import { addChangeNotice, PASSES_REPLACED } from './change-notices.ts'
import * as changes from './changes.sql.ts'
import { loadBooking, loadSale, lockOwnBooking, lockSale, requireSale } from './locked-booking.ts'
import { readPasses, type StaffRequest } from './staff-bookings.service.ts'

/**
 * The owner makes the passes with an issue number void and gets new ones. Changes nothing if they have been replaced already, for example by a request
 * whose answer was lost. Throws NOT_FOUND.
 */
export async function replaceOwnPasses(ctx: Context, own: TicketRequest, issue: number) {
  const { userId } = own
  const showtimeId = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const recipient = await lockOwnBooking(tx, own)
    const booking = await loadBooking(tx, own)
    const { id: bookingId } = booking
    if ((await changes.raiseIssue(tx, bookingId, issue)).rows.length === 0) return undefined
    await recordReplacement(tx, bookingId, null)
    await queueChangeMail(ctx, tx, { bookingId, ...recipient, paragraphs: [PASSES_REPLACED] })
    await addChangeNotice(ctx, tx, { userId, booking, type: 'passes' })
    return booking.showtime_id
  })
  if (showtimeId !== undefined) publish(ctx, { userId, showtimeId })
  return listPasses(ctx, own)
}

/** Staff replaces the passes of a sale. Throws NOT_FOUND. */
export async function replaceStaffPasses(ctx: Context, request: StaffRequest) {
  const { reference, deviceId } = request
  const { id: bookingId } = await requireSale(ctx.reader, reference)
  const changed = await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const { user_id: userId, email: to } = await lockSale(tx, bookingId, reference)
    const booking = await loadSale(tx, bookingId)
    if (!booking) return undefined
    await changes.raiseIssue(tx, bookingId)
    await recordReplacement(tx, bookingId, deviceId)
    if (to !== null)
      await queueStaffChangeMails(tx, [{ bookingId, userId, to, paragraphs: [PASSES_REPLACED] }])
    await addChangeNotice(ctx, tx, { userId, booking, type: 'passes' })
    return { userId, showtimeId: booking.showtime_id }
  })
  if (changed) publish(ctx, changed)
  return readPasses(ctx, reference)
}

const recordReplacement = (tx: Db, subject: string, deviceId: string | null) =>
  recordAction(tx, { deviceId, action: 'booking.replace-passes', subjectType: 'booking', subject })

function publish(ctx: Context, changed: { userId: string | null; showtimeId: string }) {
  ctx.events.emit('showChanged', changed.showtimeId)
  if (changed.userId !== null) ctx.events.emit('noticesChanged', changed.userId)
}
