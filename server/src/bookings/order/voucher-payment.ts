import type { VoucherPayment } from '@marquee/contract/bookings/voucher-code'
import { VOUCHER_REFUSED } from '@marquee/contract/bookings/voucher-code'
import type { Sale } from '@marquee/contract/office/sales'
import { formatRupees } from '@marquee/contract/text/money'
import type { BookingOrigin, VoucherRow } from '#src/database/schema.ts'
import { invalid } from '#src/errors.ts'

interface PaidOrder {
  /** The voucher of the order, with what the buyer expects it to pay. */
  wanted: VoucherPayment | undefined
  /** How the counter takes the rest. Undefined for an order of a visitor. */
  payment: Sale['payment'] | undefined
  /** The voucher as it is now. Undefined for one that does not exist. */
  voucher: Pick<VoucherRow, 'id' | 'balance' | 'valid_until'> | undefined
  /** Epoch milliseconds. */
  now: number
  /** The price of the order in rupees. */
  total: number
}

/**
 * What the voucher of an order pays. Throws INVALID with one text for every voucher that cannot be used, and if the order expects it to pay
 * another amount.
 */
export function payWithVoucher({
  wanted,
  payment,
  voucher,
  now,
  total,
}: PaidOrder): Partial<Pick<BookingOrigin, 'payment_method' | 'voucher_id' | 'voucher_amount'>> {
  if (!wanted) {
    if (payment === 'voucher') throw invalid(VOUCHER_REFUSED)
    return {}
  }
  if (payment === 'complimentary') throw invalid('Complimentary tickets need no voucher.')
  if (!voucher || voucher.balance <= 0 || now >= voucher.valid_until) throw invalid(VOUCHER_REFUSED)
  const amount = Math.min(voucher.balance, total)
  if (amount !== wanted.amount || (payment === 'voucher' && amount < total))
    throw invalid(`The voucher pays ${formatRupees(amount)}. Please check it and try again.`)
  return {
    voucher_id: voucher.id,
    voucher_amount: amount,
    ...(amount === total && { payment_method: 'voucher' as const }),
  }
}
