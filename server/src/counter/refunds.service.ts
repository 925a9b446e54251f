import {
  type CounterRefund,
  MAX_COUNTER_REFUNDS,
  type PayoutMethod,
} from '@marquee/contract/office/counter/refunds'
import { formatRupees } from '@marquee/contract/text/money'
import { formatInstant, formatMoment } from '@marquee/contract/time'
import { deviceOf, recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { closed, notFound } from '../errors.ts'
import { inShowtimes, repeatWhileOutdated } from '../inventory/showtimes.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { type NewVoucher, newVoucher } from '../vouchers/new-voucher.ts'
import { voucherMail } from '../vouchers/voucher-mail.ts'
import { findVoucher, insertVouchers, toVoucherRow } from '../vouchers/vouchers.service.ts'
import * as statements from './refunds.sql.ts'

/** The largest integer of PostgreSQL. */
const MAX_NUMBER = 2 ** 31 - 1

interface RefundQuery {
  state: 'owed' | 'paid'
  reference?: string | undefined
}

/** The refunds that the counter owes, the oldest first, or the last that it has paid out. */
export async function listRefunds({ reader }: Context, { state, reference }: RefundQuery) {
  const [{ rows }, { rows: totals }] = await Promise.all([
    statements.selectRefunds(reader, {
      isPaid: state === 'paid',
      reference: reference?.toUpperCase(),
      limit: MAX_COUNTER_REFUNDS,
    }),
    statements.selectOwedTotals(reader),
  ])
  const { count = 0, cash = 0, card = 0 } = totals[0] ?? {}
  return {
    refunds: rows.map(refundView),
    owed: { count, cash, card },
  }
}

interface Payout {
  bookingId: string
  /** Of the refund in the ledger. */
  number: number
  method: PayoutMethod
  deviceId: string
}

/**
 * Records that the counter has paid out a refund, and issues and mails the voucher if it is one. Throws NOT_FOUND, and CLOSED if it was paid out before,
 * also by another device at the same moment.
 */
export async function payRefund(ctx: Context, payout: Payout) {
  const voucher = payout.method === 'voucher' ? newVoucher(ctx.config, ctx.showtimes.now()) : null
  await repeatWhileOutdated(async () => {
    const { showtime_id: showtimeId } = await requireRefund(ctx.reader, payout)
    return inShowtimes(ctx, [showtimeId], async ({ tx }) => {
      const refund = await requireRefund(tx, payout)
      // The booking was moved to another show in the meantime.
      if (refund.showtime_id !== showtimeId) return 'outdated' as const
      assertOwed(refund, ctx.config)
      await writePayout(tx, { ...payout, amount: refund.amount, voucher })
      if (voucher) await issueVoucherOf(ctx, tx, { refund, voucher, deviceId: payout.deviceId })
      return null
    })
  })
  const { bookingId, number, method, deviceId } = payout
  ctx.log.info({ bookingId, number, method, deviceId }, 'refund paid out')
  return voucher ? findVoucher(ctx, voucher.code) : null
}

interface PayoutToWrite extends Payout {
  amount: number
  voucher: NewVoucher | null
}

async function writePayout(tx: Db, { voucher, ...payout }: PayoutToWrite) {
  const { bookingId, number, method, deviceId, amount } = payout
  const voucherId = voucher?.id ?? null
  await statements.insertPayout(tx, { ...payout, refundNumber: number, voucherId })
  await recordAction(tx, {
    deviceId,
    action: 'refund.pay-out',
    subjectType: 'booking',
    subject: bookingId,
    after: { number, amount, method, ...(voucherId !== null && { voucherId }) },
  })
}

interface RefundAsVoucher {
  refund: statements.RefundRow
  voucher: NewVoucher
  deviceId: string
}

/** Writes the voucher that a refund becomes after its payout, and mails it if the booking has an email. */
async function issueVoucherOf(
  ctx: Context,
  tx: Db,
  { refund, voucher, deviceId }: RefundAsVoucher,
) {
  const { amount, reason, email, booking_id, user_id: userId, reference } = refund
  const row = { ...toVoucherRow(voucher), amount, booking_id, device_id: deviceId }
  await insertVouchers(tx, [{ ...row, reason: reason ?? 'refund' }])
  if (email !== null)
    await queueMails(tx, [voucherMail(ctx, { ...voucher, amount, to: email, userId, reference })])
}

async function requireRefund(db: Db, { bookingId, number }: Pick<Payout, 'bookingId' | 'number'>) {
  // Any text can stand in the path.
  const isNumber = Number.isInteger(number) && number > 0 && number <= MAX_NUMBER
  const [row] = isNumber ? (await statements.selectRefund(db, bookingId, number)).rows : []
  if (!row) throw notFound('The counter does not owe this refund.')
  return row
}

type PaidRefund = Pick<
  statements.RefundRow,
  'amount' | 'paid_at' | 'payout_person_name' | 'payout_device_name'
>

/** Throws CLOSED for a refund that was paid out before, and says when and by whom. */
export function assertOwed(refund: PaidRefund, { timeZone }: Pick<Context['config'], 'timeZone'>) {
  const { amount, paid_at: paidAt, payout_person_name: person, payout_device_name: device } = refund
  if (paidAt === null) return
  const by = [person, device].filter(Boolean).join(', ')
  const at = formatMoment(paidAt, timeZone)
  throw closed(`${formatRupees(amount)} was paid out already: ${at}${by && ` (${by})`}.`)
}

const refundView = (row: statements.RefundRow): CounterRefund => ({
  bookingId: row.booking_id,
  reference: row.reference,
  number: row.number,
  amount: row.amount,
  method: row.method,
  at: formatInstant(row.at),
  reason: row.reason,
  name: row.name,
  phone: row.phone,
  movie: row.movie,
  startTime: formatInstant(row.starts_at),
  payout:
    row.paid_at === null || row.payout_method === null
      ? null
      : {
          at: formatInstant(row.paid_at),
          method: row.payout_method,
          device: deviceOf(row.payout_device, row.payout_device_name),
          person:
            row.payout_person === null
              ? null
              : { _id: row.payout_person, name: row.payout_person_name ?? '' },
        },
})
