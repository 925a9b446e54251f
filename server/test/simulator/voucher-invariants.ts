import type { StoredBooking } from './bookings.ts'
import { type Root, rowsOf, type Transaction } from './memory-database.ts'
import type { Violation } from './violation.ts'
import { type StoredVoucher, vouchersOf } from './vouchers.ts'

interface Change {
  before: Root
  after: Root
  tx: Transaction
}

const bookingsOf = (root: Root) => rowsOf<StoredBooking>(root, 'bookings')

/** A voucher is worth what was put in and it has not paid, and nothing that is owed is paid twice. */
export function* findVoucherViolations({ before, after, tx }: Change): Generator<Violation> {
  const isChanged = ['bookings', 'vouchers'].some((part) => before.get(part) !== after.get(part))
  if (!isChanged) return
  const worths = worthsByLedger(after)
  for (const [id, voucher] of vouchersOf(after)) {
    const was = vouchersOf(before).get(id)
    const { amount, balance } = voucher
    const { putIn, spent } = worths.get(id) ?? { putIn: 0, spent: 0 }
    if (balance !== amount - spent || balance < 0 || balance > amount)
      yield {
        rule: 'voucher',
        detail: `${id} of ${amount} rupees has paid ${spent}, and ${balance} are left`,
      }
    if (voucher.booking_id !== null && putIn !== amount)
      yield { rule: 'voucher', detail: `${id} has ${amount} rupees, and ${putIn} were put in` }
    if (was && was.amount !== amount)
      yield { rule: 'voucher', detail: `${id} of ${was.amount} rupees is one of ${amount}` }
    if (was && balance < was.balance && was.valid_until <= tx.lockedAt)
      yield { rule: 'voucher', detail: `${id} has paid after its end` }
  }
  for (const [id] of worths)
    if (!vouchersOf(after).has(id))
      yield { rule: 'voucher', detail: `there is no voucher ${id}, which has paid` }
  for (const [id, booking] of bookingsOf(after))
    if (bookingsOf(before).get(id) !== booking) yield* findPayoutViolations(booking)
}

/** What the ledger says of each voucher: the refunds that it is, and what it has paid less what was refunded to it. */
function worthsByLedger(root: Root) {
  const vouchers = vouchersOf(root)
  const worths = new Map<StoredVoucher['id'], { putIn: number; spent: number }>()
  for (const { id: bookingId, ledger } of bookingsOf(root).values())
    for (const { kind, voucher_id: id, amount } of ledger) {
      if (id === null) continue
      const { putIn, spent } = worths.get(id) ?? { putIn: 0, spent: 0 }
      const isIssue = vouchers.get(id)?.booking_id === bookingId
      const paid = kind === 'payment' ? amount : -amount
      worths.set(id, isIssue ? { putIn: putIn + amount, spent } : { putIn, spent: spent + paid })
    }
  return worths
}

function* findPayoutViolations({ id, ledger }: StoredBooking): Generator<Violation> {
  const paid = new Set<number | null>()
  for (const { kind, refund_number: number, amount } of ledger) {
    if (kind !== 'payout') continue
    const refund = ledger[(number ?? 0) - 1]
    const isOwed = refund?.kind === 'refund' && ['cash', 'card'].includes(refund.method)
    if (!isOwed || refund.amount !== amount)
      yield { rule: 'payout', detail: `${id}: ${amount} rupees were paid out and not owed` }
    if (paid.has(number))
      yield { rule: 'payout', detail: `${id}: refund ${number} was paid out twice` }
    paid.add(number)
  }
  const moneyOf = (wanted: 'payment' | 'refund') =>
    ledger.reduce(
      (sum, { kind, method, amount }) =>
        sum + (kind === wanted && method !== 'voucher' ? amount : 0),
      0,
    )
  if (moneyOf('refund') > moneyOf('payment'))
    yield { rule: 'payout', detail: `${id}: what a voucher has paid is given back as money` }
}
