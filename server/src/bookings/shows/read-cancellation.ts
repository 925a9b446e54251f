import type {
  RefundAs,
  RefundFor,
  ShowCancellation,
} from '@marquee/contract/office/shows/show-cancellations'
import { formatInstant } from '@marquee/contract/time'
import type { Context } from '#src/context.ts'
import type { ShowCancellationRow } from '#src/database/schema.ts'
import { isSeat } from '#src/inventory/rules/places.ts'
import { bookingsAtShow } from '../change/bookings-to-change.sql.ts'
import { readBookings } from '../change/load-bookings.ts'
import { type PaidPart, sumOf } from '../change/planners/booking-change.ts'
import { planShowCancellation } from '../change/planners/cancel.ts'
import { ledgerRowsOf } from '../change/planners/ledger-rows.ts'
import * as statements from './show-cancellation.sql.ts'

export interface RefundChoice {
  refundFor: RefundFor
  refundAs: RefundAs
}

export const DEFAULT_TERMS: RefundChoice = { refundFor: 'all', refundAs: 'money' }

/** What cancelling a show on these terms would do, or has done on its own terms. */
export async function readCancellation(
  ctx: Context,
  showtimeId: string,
  asked: RefundChoice = DEFAULT_TERMS,
): Promise<ShowCancellation> {
  const { reader } = ctx
  const [cancellation] = (await statements.selectCancellation(reader, showtimeId)).rows
  const terms = cancellation ? termsOf(cancellation) : asked
  const since = cancellation?.cancelled_at ?? null
  const [toRefund, refunded, methods, followUps, present] = await Promise.all([
    planRefunds(ctx, showtimeId, terms),
    since === null ? undefined : statements.countRefunded(reader, showtimeId, since),
    since === null ? undefined : statements.sumRefunds(reader, showtimeId, since),
    statements.selectFollowUps(reader, { showtimeId, cancelledAt: since, ...terms }),
    statements.countPresent(reader, showtimeId),
  ])
  const { admitted = 0, parked = 0, holders = 0 } = present.rows[0] ?? {}
  return {
    cancelled: cancellation ? cancelledView(cancellation) : null,
    isRunning: ctx.showtimes.now() >= (await ctx.showtimes.read(showtimeId)).show.startsAt,
    toRefund,
    refunded: totalsView(refunded?.rows[0], methods?.rows),
    followUps: followUps.rows.map(({ email, ...booking }) => ({
      ...booking,
      hasEmail: email !== null,
    })),
    admitted,
    parked,
    holders,
  }
}

const termsOf = ({ refund_for, refund_as }: ShowCancellationRow): RefundChoice => ({
  refundFor: refund_for,
  refundAs: refund_as,
})

/** What the refunds of the bookings that are still sold come to. */
async function planRefunds(
  ctx: Context,
  showtimeId: string,
  { refundFor, refundAs }: RefundChoice,
) {
  const bookings = await readBookings(ctx.reader, bookingsAtShow(showtimeId))
  const booked = await ctx.showtimes.read(showtimeId)
  const moment = { ...ctx.config, now: ctx.showtimes.now() }
  // Its code is not shown, and it is not written.
  const newVoucher = refundAs === 'voucher' ? { id: '', code: '', validUntil: 0 } : null
  const changes = bookings.map((booking) =>
    planShowCancellation(
      booking,
      { by: { deviceId: '', reason: '' }, refundFor, newVoucher },
      { booked, moment },
    ),
  )
  const places = bookings.flatMap((booking) => booking.places)
  return {
    bookings: bookings.length,
    seats: places.filter(isSeat).length,
    slots: places.filter((place) => !isSeat(place)).length,
    ...refundsByMethod(changes.flatMap(ledgerRowsOf)),
    mails: bookings.filter(({ email }) => email !== null).length,
  }
}

/** Rupees. Complimentary tickets give nothing back. */
function refundsByMethod(rows: readonly Pick<PaidPart, 'method' | 'amount'>[]) {
  const methods = { online: 0, cash: 0, card: 0, voucher: 0 }
  for (const { method, amount } of rows) if (method !== 'complimentary') methods[method] += amount
  return { methods, refund: sumOf(Object.values(methods)) }
}

const cancelledView = (row: ShowCancellationRow) => ({
  at: formatInstant(row.cancelled_at),
  reason: row.reason,
  ...termsOf(row),
  isFinished: row.finished_at !== null,
})

const NOTHING = { bookings: 0, seats: 0, slots: 0, with_email: 0 }

const totalsView = (
  { with_email, ...totals }: typeof NOTHING = NOTHING,
  refunds: readonly PaidPart[] = [],
) => ({
  ...totals,
  ...refundsByMethod(refunds),
  mails: with_email,
})
