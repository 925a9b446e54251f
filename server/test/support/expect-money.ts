import { expect } from 'vitest'
import { reconcile } from '#src/bookings/list/reconcile.service.ts'
import { listRefunds } from '#src/counter/refunds.service.ts'
import type { TestContext } from './test-context.ts'

/** What the books say, read without the statements of the product. */
export async function expectMoneyAgrees({ ctx }: Pick<TestContext, 'ctx'>) {
  expect((await reconcile(ctx.reader)).problems).toEqual([])
  const payments = await ctx.db.selectFrom('payments').selectAll().execute()
  const vouchers = await ctx.db.selectFrom('vouchers').selectAll().execute()
  const shifts = await ctx.db.selectFrom('shifts').selectAll().execute()
  const sum = (rows: readonly { amount: number }[]) =>
    rows.reduce((total, { amount }) => total + Number(amount), 0)
  const of = (kind: string, method: string) =>
    payments.filter((row) => row.kind === kind && row.method === method)

  // No refund is paid out twice, and none that the counter does not owe.
  const paidOut = payments.filter(({ kind }) => kind === 'payout')
  const keys = paidOut.map(({ booking_id, refund_number }) => `${booking_id} ${refund_number}`)
  expect(new Set(keys).size).toBe(keys.length)
  const owed = await listRefunds(ctx, { state: 'owed' })
  const refunds = sum([...of('refund', 'cash'), ...of('refund', 'card')])
  expect(owed.owed.cash + owed.owed.card).toBe(refunds - sum(paidOut))

  // Vouchers are worth what was put in, less what they have paid.
  for (const { balance, amount } of vouchers) {
    expect(Number(balance)).toBeGreaterThanOrEqual(0)
    expect(Number(balance)).toBeLessThanOrEqual(Number(amount))
  }
  const byHand = sum(vouchers.filter(({ booking_id }) => booking_id === null))
  const putIn = byHand + sum([...of('refund', 'voucher'), ...of('payout', 'voucher')])
  const left = vouchers.reduce((total, { balance }) => total + Number(balance), 0)
  expect(left).toBe(putIn - sum(of('payment', 'voucher')))

  // A shift that is signed off has the cash of the ledger.
  for (const shift of shifts.filter(({ signed_off_at }) => signed_off_at !== null)) {
    const own = (kind: string) =>
      sum(of(kind, 'cash').filter(({ shift_id }) => shift_id === shift.id))
    expect([Number(shift.sales), Number(shift.payouts)]).toEqual([own('payment'), own('payout')])
  }
}
