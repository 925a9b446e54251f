import { formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { CounterRefund } from '@marquee/contract/office/counter/refunds'
import type { CounterSale } from '@marquee/contract/office/sales'
import { expect, test } from 'vitest'
import { cancelByStaff } from '#src/bookings/change/staff-changes.service.ts'
import { reconcile } from '#src/bookings/list/reconcile.service.ts'
import { readSale } from '#src/bookings/list/staff-bookings.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { listRefunds, payRefund } from './refunds.service.ts'

describeDatabases('refunds of the counter', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)
  const ctx = () => context().ctx

  /** A cancelled sale of two Standard seats: 300 rupees. */
  async function cancelSale(payment: CounterSale['payment'] = 'cash', email?: string) {
    const { showtimeId, seats } = await createShowtime(ctx())
    const deviceId = 'counter 1'
    const placeIds = seats.slice(0, 2)
    const sale = { placeIds, payment, totalCost: 300, reason: 'goodwill', name: 'Meera', email }
    const bookingId = await sellAtCounter(ctx(), { showtimeId, deviceId, sale })
    const { booking } = await readSale(ctx(), bookingId)
    const { reference } = booking
    const request = { reference, deviceId, reason: 'illness', terms: 'full' as const, refund: 300 }
    await cancelByStaff(ctx(), request)
    return { bookingId, reference }
  }
  const owedOf = async (reference: string) =>
    (await listRefunds(ctx(), { state: 'owed', reference })).refunds
  const pay = (bookingId: string, method: 'cash' | 'card' | 'voucher' = 'cash', number = 2) =>
    payRefund(ctx(), { bookingId, number, method, deviceId: 'counter 1' })
  async function expectBooksAgree() {
    expect((await reconcile(ctx().reader)).problems).toEqual([])
  }

  test.each(['cash', 'card'] as const)(
    'a refund of a sale by %s is owed until it is paid out [S-1040]',
    async (payment) => {
      const before = (await listRefunds(ctx(), { state: 'owed' })).owed
      const { bookingId, reference } = await cancelSale(payment)

      expect(await owedOf(reference)).toMatchObject([
        { bookingId, number: 2, amount: 300, method: payment, name: 'Meera', payout: null },
      ])
      const { owed } = await listRefunds(ctx(), { state: 'owed' })
      expect(owed).toEqual({
        ...before,
        count: before.count + 1,
        [payment]: before[payment] + 300,
      })
      await pay(bookingId, payment)

      expect(await owedOf(reference)).toEqual([])
      const paid = await listRefunds(ctx(), { state: 'paid', reference })
      expect(paid.refunds).toMatchObject([
        { amount: 300, payout: { method: payment, device: { _id: 'counter 1' } } },
      ])
      expect(paid.owed).toEqual(before)
      await expectBooksAgree()
    },
  )

  test('refunds of the site and of complimentary tickets are never owed [S-1040]', async () => {
    const showtime = await createShowtime(ctx())
    const booking = await book(await createOrder(showtime, showtime.seats.slice(0, 1)))
    await cancelByStaff(ctx(), {
      reference: booking.bookingReference,
      deviceId: 'counter 1',
      reason: 'illness',
      terms: 'full',
      refund: 150,
    })
    const free = await cancelSale('complimentary')

    expect(await owedOf(booking.bookingReference)).toEqual([])
    expect(await owedOf(free.reference)).toEqual([])
    await expect(pay(booking._id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(pay(free.bookingId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('of clerks who pay out one refund at once on several nodes, one does it [S-1041]', async () => {
    const { bookingId, reference } = await cancelSale()
    const nodes = [ctx(), createNodeContext(ctx()), createNodeContext(ctx())]

    const outcomes = await Promise.allSettled(
      [...nodes, ...nodes].map((node, index) =>
        payRefund(node, { bookingId, number: 2, method: 'cash', deviceId: `counter ${index}` }),
      ),
    )

    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : [],
    )
    expect(refused).toEqual(Array.from({ length: 5 }, () => 'CLOSED'))
    const payouts = await ctx()
      .db.selectFrom('payments')
      .select('amount')
      .where('booking_id', '=', bookingId)
      .where('kind', '=', 'payout')
      .execute()
    expect(payouts).toEqual([{ amount: 300 }])
    expect(await owedOf(reference)).toEqual([])
  })

  test('a number that no refund has is not found [S-1041]', async () => {
    const { bookingId } = await cancelSale()
    const { client } = await office().pair('counter')

    for (const number of ['1', '9', '0', 'x', '1.5', '99999999999']) {
      const path = `/api/office/refunds/${bookingId}/${number}/pay`
      expect((await client.post(path, { method: 'cash' })).statusCode).toBe(404)
    }
  })

  test('a second payout is refused with who has paid and when [S-1041]', async () => {
    const { bookingId } = await cancelSale()
    const { client } = await office().pair('counter', 'Counter 7')
    const path = `/api/office/refunds/${bookingId}/2/pay`
    expect((await client.post(path, { method: 'cash' })).statusCode).toBe(200)

    const second = await client.post(path, { method: 'card' })

    expect(second.statusCode).toBe(409)
    expect(second.json()).toMatchObject({
      message: expect.stringMatching(/^₹300 was paid out already: .+ \(Counter 7\)\.$/),
    })
  })

  test('the database refuses a second payout of a refund [S-1041]', async () => {
    const { bookingId } = await cancelSale()
    await pay(bookingId)
    const payout = {
      booking_id: bookingId,
      number: 4,
      kind: 'payout' as const,
      amount: 300,
      at: 0,
      method: 'cash' as const,
      refund_number: 2,
    }

    await expect(ctx().db.insertInto('payments').values(payout).execute()).rejects.toThrow(
      /unique/i,
    )
  })

  test('a refund that is paid out as a voucher issues one of its amount [S-1048]', async () => {
    const { bookingId, reference } = await cancelSale()

    const voucher = await pay(bookingId, 'voucher')

    expect(voucher).toMatchObject({ amount: 300, balance: 300, reference })
    expect(await owedOf(reference)).toEqual([])
    await expectBooksAgree()
  })

  test('a voucher for a refund is mailed to the buyer, and cash is not [S-1231]', async () => {
    const mailsOf = (to: string) =>
      ctx()
        .db.selectFrom('outbox')
        .select('body')
        .where('recipient', '=', to)
        .where('kind', '=', 'voucher')
        .execute()
    const [asVoucher, inCash] = [
      await cancelSale('cash', 'meera@example.com'),
      await cancelSale('cash', 'ravi@example.com'),
    ]
    const voucher = await pay(asVoucher.bookingId, 'voucher')
    await pay(inCash.bookingId, 'cash')

    const [mail] = await mailsOf('meera@example.com')
    expect(mail?.body).toContain(formatVoucherCode(voucher?.code ?? ''))
    expect(mail?.body).toContain(asVoucher.reference)
    expect(await mailsOf('ravi@example.com')).toEqual([])
  })

  test('the calls list and pay out refunds of the counter [S-1040]', async () => {
    const { bookingId, reference } = await cancelSale()
    const { client, deviceId } = await office().pair('counter')

    const listed = await client.get(`/api/office/refunds?state=owed&reference=${reference}`)
    const paid = await client.post(`/api/office/refunds/${bookingId}/2/pay`, { method: 'cash' })

    expect((listed.json() as { refunds: CounterRefund[] }).refunds).toHaveLength(1)
    expect(paid.json()).toEqual({ success: true, voucher: null })
    const [entry] = await ctx()
      .db.selectFrom('audit')
      .select(['action', 'device_id', 'state_after'])
      .where('subject_id', '=', bookingId)
      .where('action', '=', 'refund.pay-out')
      .execute()
    expect(entry).toEqual({
      action: 'refund.pay-out',
      device_id: deviceId,
      state_after: '{"number":2,"amount":300,"method":"cash"}',
    })
  })
})
