import { parseVoucherCode, VOUCHER_REFUSED } from '@marquee/contract/bookings/voucher-code'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import { DAY_MS, formatInstant } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { Db, VoucherRow } from '../database/schema.ts'
import { inTransaction } from '../database/transaction.ts'
import { invalid, notFound } from '../errors.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { type NewVoucher, newVoucher } from './new-voucher.ts'
import { voucherMail } from './voucher-mail.ts'
import * as statements from './vouchers.sql.ts'

/** How long a voucher is valid at least after a refund to it. */
const REFUND_LIFETIME_MS = 365 * DAY_MS
const MAX_LISTED = 100

const voucherRefused = () => invalid(VOUCHER_REFUSED)

/** Locks the vouchers with these codes, in any spelling, until the end of the transaction. Leaves out unknown ones. */
export async function lockVouchers(tx: Db, codes: readonly string[]): Promise<VoucherRow[]> {
  if (codes.length === 0) return []
  return (
    await statements.lockByCode(
      tx,
      codes.flatMap((code) => parseVoucherCode(code) ?? []),
    )
  ).rows
}

/** The voucher with a code in any spelling. */
export const findByCode = (vouchers: readonly VoucherRow[], code: string | undefined) =>
  code === undefined
    ? undefined
    : vouchers.find((voucher) => voucher.code === parseVoucherCode(code))

/** Pays with vouchers and refunds to them, in the transaction of the ledger. */
export function changeBalances(tx: Db, changes: readonly { voucher: string; change: number }[]) {
  const sums = [...Map.groupBy(changes, ({ voucher }) => voucher)].map(([voucher, own]) => ({
    voucher,
    change: own.reduce((sum, { change }) => sum + change, 0),
  }))
  return statements.changeBalances(tx, sums, REFUND_LIFETIME_MS)
}

/** Writes new vouchers after the rows of the ledger that they are. */
export const { insertVouchers } = statements

export const toVoucherRow = ({ id, code, validUntil }: NewVoucher) => ({
  id,
  code,
  valid_until: validUntil,
})

/** What a voucher is worth now. Throws INVALID for every voucher that cannot be used. */
export async function checkVoucher({ reader, showtimes }: Context, code: string) {
  const [row] = (await statements.findVoucher(reader, parseVoucherCode(code) ?? '')).rows
  if (!row || !isUsable(row, showtimes.now())) throw voucherRefused()
  return { balance: row.balance, validUntil: formatInstant(row.valid_until) }
}

const isUsable = (
  { balance, valid_until }: Pick<VoucherRow, 'balance' | 'valid_until'>,
  now: number,
) => balance > 0 && now < valid_until

/** A voucher as staff sees it. Throws NOT_FOUND. */
export async function findVoucher({ reader }: Context, code: string) {
  const [row] = (await statements.selectVoucher(reader, parseVoucherCode(code) ?? '')).rows
  if (!row) throw notFound('There is no voucher with this code.')
  return voucherView(row)
}

/** The vouchers that were issued last, and what all vouchers are worth that can be used. */
export async function listVouchers({ reader }: Context) {
  const [{ rows }, { rows: totals }] = await Promise.all([
    statements.selectVouchers(reader, MAX_LISTED),
    statements.selectUsableTotals(reader),
  ])
  const { count = 0, balance = 0 } = totals[0] ?? {}
  return {
    vouchers: rows.map(voucherView),
    usable: { count, balance },
  }
}

/** The vouchers that are refunds of a booking. */
export async function listVouchersOfBooking(
  { reader }: Pick<Context, 'reader'>,
  bookingId: string,
) {
  return (await statements.selectVouchersOfBooking(reader, bookingId)).rows.map(voucherView)
}

interface VoucherByHand {
  /** Rupees. */
  amount: number
  reason: string
  /** Who gets the code by mail. */
  email?: string | undefined
  deviceId: string
}

/** Issues a voucher by hand. */
export async function issueVoucher(
  ctx: Context,
  { amount, reason, email, deviceId }: VoucherByHand,
) {
  const voucher = newVoucher(ctx.config, ctx.showtimes.now())
  const { id, code } = voucher
  await inTransaction(ctx.db, { durable: true }, async (tx) => {
    const row = { ...toVoucherRow(voucher), amount, device_id: deviceId, reason, booking_id: null }
    await insertVouchers(tx, [row])
    if (email !== undefined)
      await queueMails(tx, [
        voucherMail(ctx, { ...voucher, amount, to: email, userId: null, reference: null }),
      ])
    await recordAction(tx, {
      deviceId,
      action: 'voucher.issue',
      reason,
      subjectType: 'voucher',
      subject: id,
      after: { amount },
    })
  })
  return findVoucher(ctx, code)
}

const voucherView = (row: statements.VoucherDetailsRow): Voucher => ({
  _id: row.id,
  code: row.code,
  amount: row.amount,
  balance: row.balance,
  validUntil: formatInstant(row.valid_until),
  createdAt: formatInstant(row.created_at),
  reason: row.reason,
  reference: row.reference,
})
