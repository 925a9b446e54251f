import type { PaymentMethod } from '@marquee/contract/office/bookings'
import { type BookingChange, type PaidPart, sumOf } from './booking-change.ts'

/** A payment or refund of the ledger with its method. */
export interface LedgerRow extends PaidPart {
  kind: 'payment' | 'refund'
}

/** Free tickets have paid nothing, and a voucher gets back what it has paid. */
const KEPT_METHODS: ReadonlySet<PaymentMethod> = new Set(['voucher', 'complimentary'])

/** The rows of the ledger that a change adds. */
export const ledgerRowsOf = ({
  booking,
  payments,
  paidBy,
  newVoucher,
}: Pick<BookingChange, 'booking' | 'payments' | 'paidBy' | 'newVoucher'>): LedgerRow[] =>
  payments.flatMap(({ kind, amount }): LedgerRow[] =>
    kind === 'payment'
      ? [{ kind, method: paidBy, voucher_id: null, amount }]
      : refundParts(booking.paid, amount, newVoucher).map((part) => ({ kind, ...part })),
  )

/** Rupees of a change that become its new voucher. */
export const newVoucherAmount = (change: Parameters<typeof ledgerRowsOf>[0]) =>
  sumOf(
    ledgerRowsOf(change).map(({ voucher_id, amount }) =>
      voucher_id !== null && voucher_id === change.newVoucher?.id ? amount : 0,
    ),
  )

function refundParts(
  paid: readonly PaidPart[],
  amount: number,
  newVoucher: BookingChange['newVoucher'],
): PaidPart[] {
  const parts = splitRefund(paid, amount)
  if (!newVoucher) return parts
  const kept = parts.filter(({ method }) => KEPT_METHODS.has(method))
  const rest = amount - sumOf(kept.map((part) => part.amount))
  const voucher = { method: 'voucher' as const, voucher_id: newVoucher.id, amount: rest }
  return rest > 0 ? [...kept, voucher] : kept
}

/**
 * A refund goes back as it was paid: to vouchers first, so that a voucher never becomes cash, then by the other methods, the last payment
 * first. `amount`: rupees, at most what was paid.
 */
export function splitRefund(paid: readonly PaidPart[], amount: number): PaidPart[] {
  const isVoucher = ({ method }: PaidPart) => method === 'voucher'
  const inOrder = [
    ...paid.filter(isVoucher),
    ...paid.filter((part) => !isVoucher(part)).toReversed(),
  ]
  const parts: PaidPart[] = []
  let left = amount
  for (const part of inOrder) {
    const share = Math.min(part.amount, left)
    if (share > 0) parts.push({ ...part, amount: share })
    left -= share
  }
  if (left > 0) throw new Error(`The refund is ${left} rupees more than was paid.`)
  return parts
}
