import { formatLastDay, formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { Voucher } from '@marquee/contract/office/counter/vouchers'
import { DAY_MS } from '@marquee/contract/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancel } from '#src/bookings/change/changes.service.ts'
import { reconcile } from '#src/bookings/list/reconcile.service.ts'
import { book as bookPlaces } from '#src/bookings/order/book.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { newVoucher } from './new-voucher.ts'
import { checkVoucher, findVoucher, issueVoucher, listVouchers } from './vouchers.service.ts'

/** The policy refunds everything then. */
const EARLY = 6 * 3_600_000
const REFUSAL = { code: 'INVALID', message: 'This voucher cannot be used. Please check the code.' }

describeDatabases('vouchers', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  const issue = (amount: number) =>
    issueVoucher(ctx(), { amount, reason: 'goodwill', deviceId: 'manager 1' })
  const balanceOf = async ({ code }: Voucher) => (await findVoucher(ctx(), code)).balance
  /** An order of Standard seats at a new show, 150 rupees each, to which a voucher pays this much. */
  async function orderWith({ code }: Voucher, amount: number, seats = 1) {
    const showtime = await createShowtime(ctx(), { startsIn: EARLY })
    const voucher = { code: formatVoucherCode(code).toLowerCase(), amount }
    return createOrder(showtime, showtime.seats.slice(0, seats), { voucher })
  }
  const paymentsOf = (bookingId: string) =>
    ctx()
      .db.selectFrom('payments')
      .select(['kind', 'amount', 'method', 'voucher_id'])
      .where('booking_id', '=', bookingId)
      .orderBy('number')
      .execute()
  async function expectBooksAgree() {
    expect((await reconcile(ctx().reader)).problems).toEqual([])
  }

  test('a voucher pays a booking, and keeps what it did not pay [S-1046]', async () => {
    const voucher = await issue(500)

    const booking = await book(await orderWith(voucher, 300, 2))

    expect(await paymentsOf(booking._id)).toEqual([
      { kind: 'payment', amount: 300, method: 'voucher', voucher_id: voucher._id },
    ])
    expect(await balanceOf(voucher)).toBe(200)
    await expectBooksAgree()
  })

  test('a voucher that is worth less pays its balance, and the card pays the rest [S-1046]', async () => {
    const voucher = await issue(100)

    const booking = await book(await orderWith(voucher, 100, 2))

    expect(booking).toMatchObject({ totalCost: 300, paymentStatus: 'Paid' })
    expect(await paymentsOf(booking._id)).toEqual([
      { kind: 'payment', amount: 200, method: 'online', voucher_id: null },
      { kind: 'payment', amount: 100, method: 'voucher', voucher_id: voucher._id },
    ])
    expect(await balanceOf(voucher)).toBe(0)
    await expectBooksAgree()
  })

  test('unknown, used and expired vouchers are refused with one text, and nothing is booked [S-1045]', async () => {
    const [used, old, unknown] = [await issue(150), await issue(150), await issue(150)]
    await book(await orderWith(used, 150))
    await sql`update vouchers set valid_until = clock_ms() where id = ${old._id}`.execute(ctx().db)
    await sql`delete from vouchers where id = ${unknown._id}`.execute(ctx().db)

    for (const voucher of [used, old, unknown]) {
      await expect(book(await orderWith(voucher, 150))).rejects.toMatchObject(REFUSAL)
      await expect(checkVoucher(ctx(), voucher.code)).rejects.toMatchObject(REFUSAL)
    }
    expect(await checkVoucher(ctx(), (await issue(150)).code)).toMatchObject({ balance: 150 })
  })

  test.each([
    [1, '2026-01-31', '2026-02-28'],
    [6, '2026-11-27', '2027-05-27'],
    [12, '2028-02-29', '2029-02-28'],
  ])(
    'a voucher is valid for %i months: one of %s until the end of %s [S-1230]',
    (voucherMonths, day, lastDay) => {
      const now = Date.parse(`${day}T23:59:00+05:30`)
      const { validUntil } = newVoucher({ voucherMonths, timeZone: 'Asia/Kolkata' }, now)

      expect(validUntil - 1).toBe(Date.parse(`${lastDay}T23:59:59.999+05:30`))
    },
  )

  test('what the cinema owes for vouchers leaves out what is used and what is out of date [S-1230]', async () => {
    const owed = async () => (await listVouchers(ctx())).usable
    const before = await owed()
    const [whole, old, part] = [await issue(100), await issue(200), await issue(400)]
    await book(await orderWith(part, 150))
    expect(await owed()).toEqual({ count: before.count + 3, balance: before.balance + 550 })

    await sql`update vouchers set valid_until = clock_ms() where id = ${old._id}`.execute(ctx().db)
    await book(await orderWith(whole, 100))

    expect(await owed()).toEqual({ count: before.count + 1, balance: before.balance + 250 })
  })

  test('a voucher that is issued with an email is mailed with its code and its last day [S-1231]', async () => {
    const given = { amount: 250, reason: 'goodwill', deviceId: 'manager 1' }
    const voucher = await issueVoucher(ctx(), { ...given, email: 'Meera@Example.com' })
    await issueVoucher(ctx(), given)

    const mails = await ctx()
      .db.selectFrom('outbox')
      .select(['recipient', 'body'])
      .where('kind', '=', 'voucher')
      .execute()
    expect(mails).toEqual([{ recipient: 'meera@example.com', body: expect.any(String) }])
    expect(mails[0]?.body).toContain(formatVoucherCode(voucher.code))
    const lastDay = formatLastDay(Date.parse(voucher.validUntil), ctx().config.timeZone)
    expect(mails[0]?.body).toContain(lastDay)
  })

  test('a voucher that pays another amount than the buyer has seen is refused [S-1046]', async () => {
    const voucher = await issue(100)

    await expect(book(await orderWith(voucher, 150))).rejects.toMatchObject({
      code: 'INVALID',
      message: 'The voucher pays ₹100. Please check it and try again.',
    })
    expect(await balanceOf(voucher)).toBe(100)
  })

  test('of bookings that use one voucher at once at several shows and nodes, it pays as many as it is worth [S-1047]', async () => {
    const voucher = await issue(450)
    const nodes = [ctx(), createNodeContext(ctx())]
    const orders = await Promise.all(Array.from({ length: 8 }, () => orderWith(voucher, 150)))

    const outcomes = await Promise.allSettled(
      orders.map((order, index) => bookPlaces(nodes[index % nodes.length] ?? ctx(), order)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(REFUSAL)
    expect(await balanceOf(voucher)).toBe(0)
    await expectBooksAgree()
  })

  test('of bookings of one show that use one voucher at once, it pays as many as it is worth [S-1047]', async () => {
    const voucher = await issue(150)
    const showtime = await createShowtime(ctx())
    const orders = await Promise.all(
      showtime.seats
        .slice(0, 6)
        .map((seat) =>
          createOrder(showtime, [seat], { voucher: { code: voucher.code, amount: 150 } }),
        ),
    )

    const outcomes = await Promise.allSettled(orders.map((order) => book(order)))

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balanceOf(voucher)).toBe(0)
  })

  test('the database refuses a balance below zero or above the amount [S-1047]', async () => {
    const { _id } = await issue(100)

    for (const balance of [-1, 101]) {
      const change = sql`update vouchers set balance = ${balance} where id = ${_id}`
      await expect(change.execute(ctx().db)).rejects.toThrow(/check/i)
    }
  })

  test('a booking that is sent again with its key uses the voucher once, and another voucher is another order [S-1046]', async () => {
    const voucher = await issue(500)
    const key = crypto.randomUUID()
    const order = { ...(await orderWith(voucher, 150)), key }
    const { _id } = await book(order)

    expect(await book(order)).toMatchObject({ _id })
    const other = { code: (await issue(500)).code, amount: 150 }
    const changed = { ...order, request: { ...order.request, voucher: other } }
    await expect(book(changed)).rejects.toMatchObject({ code: 'KEY_REUSED' })
    expect(await balanceOf(voucher)).toBe(350)
  })

  test('a refund of what a voucher has paid goes back to it, and makes it valid for a year again [S-1042]', async () => {
    const voucher = await issue(100)
    const order = await orderWith(voucher, 100, 2)
    const { bookingReference: reference, _id: bookingId } = await book(order)
    await sql`update vouchers set valid_until = clock_ms() where id = ${voucher._id}`.execute(
      ctx().db,
    )

    await cancel(ctx(), { userId: order.userId, reference }, { refund: 300 })

    expect((await paymentsOf(bookingId)).slice(2)).toEqual([
      { kind: 'refund', amount: 100, method: 'voucher', voucher_id: voucher._id },
      { kind: 'refund', amount: 200, method: 'online', voucher_id: null },
    ])
    const after = await findVoucher(ctx(), voucher.code)
    expect(after.balance).toBe(100)
    expect(Date.parse(after.validUntil)).toBeGreaterThan(ctx().now() + 364 * DAY_MS)
    await expectBooksAgree()
  })

  test('the counter takes a voucher, alone or with cash for the rest [S-1046]', async () => {
    const voucher = await issue(200)
    const { showtimeId, seats } = await createShowtime(ctx())
    const sell = (seat: string | undefined, payment: 'cash' | 'voucher', amount: number) =>
      sellAtCounter(ctx(), {
        showtimeId,
        deviceId: 'counter 1',
        sale: {
          placeIds: [seat ?? ''],
          payment,
          totalCost: 150,
          voucher: { code: voucher.code, amount },
        },
      })

    const first = await sell(seats[0], 'voucher', 150)
    await expect(sell(seats[1], 'voucher', 50)).rejects.toMatchObject({ code: 'INVALID' })
    const second = await sell(seats[1], 'cash', 50)

    expect(await paymentsOf(first)).toMatchObject([{ amount: 150, method: 'voucher' }])
    expect(await paymentsOf(second)).toMatchObject([
      { amount: 100, method: 'cash' },
      { amount: 50, method: 'voucher' },
    ])
    await expectBooksAgree()
  })

  test('managers issue vouchers with a reason, and the counter finds them by code [S-1049]', async () => {
    const manager = await office().pair('manager')
    const counter = await office().pair('counter')
    const issued = await manager.client.post('/api/office/vouchers', {
      amount: 250,
      reason: 'lost glove',
    })
    const voucher = issued.json() as Voucher
    const body = { code: formatVoucherCode(voucher.code) }

    expect(voucher).toMatchObject({ amount: 250, balance: 250, reason: 'lost glove' })
    expect((await counter.client.post('/api/office/vouchers/find', body)).json()).toEqual(voucher)
    expect((await manager.client.get('/api/office/vouchers')).json()).toMatchObject({
      vouchers: expect.arrayContaining([voucher]),
    })
    const refused = await counter.client.post('/api/office/vouchers', { amount: 1, reason: 'x' })
    expect(refused.statusCode).toBe(403)
    const [entry] = await ctx()
      .db.selectFrom('audit')
      .select(['action', 'reason', 'device_id'])
      .where('subject_id', '=', voucher._id)
      .execute()
    expect(entry).toEqual({
      action: 'voucher.issue',
      reason: 'lost glove',
      device_id: manager.deviceId,
    })
  })
})
