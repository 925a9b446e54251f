import { expect, test } from 'vitest'
import { booking as createBooking } from '#test/support/given-bookings.ts'
import type { PaidPart } from './booking-change.ts'
import { ledgerRowsOf, newVoucherAmount, splitRefund } from './ledger-rows.ts'

const cash: PaidPart = { method: 'cash', voucher_id: null, amount: 300 }
const online: PaidPart = { method: 'online', voucher_id: null, amount: 100 }
const voucher: PaidPart = { method: 'voucher', voucher_id: 'v1', amount: 200 }

test.each<[number, PaidPart[]]>([
  [0, []],
  [150, [{ ...voucher, amount: 150 }]],
  [250, [voucher, { ...online, amount: 50 }]],
  [600, [voucher, online, cash]],
])(
  'splitRefund gives %i back to vouchers first, then by the last payment first [S-1042]',
  (amount, parts) => {
    expect(splitRefund([cash, voucher, online], amount)).toEqual(parts)
  },
)

test('splitRefund never gives back more than was paid [S-1042]', () => {
  expect(() => splitRefund([cash], 301)).toThrow('1 rupees more')
})

test('a refund as a voucher becomes one voucher, except for what a voucher has paid [S-1048]', () => {
  const booking = { ...createBooking(), paid: [cash, voucher, online] }
  const change = {
    booking,
    payments: [{ kind: 'refund' as const, amount: 600 }],
    paidBy: 'online' as const,
    newVoucher: { id: 'new', code: 'CODE', validUntil: 0 },
  }

  expect(ledgerRowsOf(change)).toEqual([
    { kind: 'refund', ...voucher },
    { kind: 'refund', method: 'voucher', voucher_id: 'new', amount: 400 },
  ])
  expect(newVoucherAmount(change)).toBe(400)
})

test('free tickets are not refunded as a voucher [S-1048]', () => {
  const paid: PaidPart[] = [{ method: 'complimentary', voucher_id: null, amount: 150 }]
  const change = {
    booking: { ...createBooking(), paid },
    payments: [{ kind: 'refund' as const, amount: 150 }],
    paidBy: 'online' as const,
    newVoucher: { id: 'new', code: 'CODE', validUntil: 0 },
  }

  expect(newVoucherAmount(change)).toBe(0)
})
