import type { StaffBooking } from '@marquee/contract/office/bookings'
import { expect, test } from 'vitest'
import { listRefunds } from '#src/counter/refunds.service.ts'
import { createShowtimeWithSeats } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { sellAtCounter } from '../order/staff-sales.service.ts'

const HOUR = 3_600_000
/** The policy refunds everything then. */
const EARLY = 6 * HOUR

describeDatabases('staff exchanges seats', (context) => {
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  /** A sale of two Standard seats for cash: 300 rupees. Premium seats are 200 rupees. */
  async function createSale() {
    const showtime = await createShowtimeWithSeats(ctx(), 24, { startsIn: EARLY })
    const { showtimeId, seats } = showtime
    const [first = '', second = ''] = seats
    const premium = seats.slice(8, 10)
    const bookingId = await sellAtCounter(ctx(), {
      showtimeId,
      deviceId: 'counter',
      sale: { placeIds: [first, second], payment: 'cash', totalCost: 300 },
    })
    const { client } = await office().pair('counter')
    const booking = await ctx()
      .db.selectFrom('bookings')
      .select('reference')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const path = `/api/office/bookings/${booking.reference}`
    const preview = (body: object) => client.post(`${path}/preview-exchange`, body)
    const exchange = (body: object, headers = {}) =>
      client.post(`${path}/exchange`, { payment: 'card', reason: 'a tall hat', ...body }, headers)
    return { ...booking, bookingId, showtimeId, first, second, seats, premium, preview, exchange }
  }
  const paymentsOf = (bookingId: string) =>
    ctx()
      .db.selectFrom('payments')
      .select(['kind', 'amount', 'method'])
      .where('booking_id', '=', bookingId)
      .orderBy('number')
      .execute()
  async function expectBooksAgree() {
    expect((await reconcile(ctx().reader)).problems).toEqual([])
  }

  test('dearer seats are paid at the counter, and a repeated request changes nothing more [S-1052]', async () => {
    const { showtimeId, first, second, premium, bookingId, ...sale } = await createSale()
    const seats = { showtimeId, giveBack: [first, second], take: premium }
    const { difference } = (await sale.preview(seats)).json() as { difference: number }
    const key = { 'idempotency-key': crypto.randomUUID() }

    const response = await sale.exchange({ ...seats, difference }, key)
    const again = await sale.exchange({ ...seats, difference }, key)

    expect([response.statusCode, again.statusCode]).toEqual([200, 200])
    const { booking } = response.json() as { booking: StaffBooking }
    expect(booking.seats.map(({ _id }) => _id).toSorted()).toEqual(premium.toSorted())
    expect(difference).toBeGreaterThan(0)
    expect(await paymentsOf(bookingId)).toEqual([
      { kind: 'payment', amount: 300, method: 'cash' },
      { kind: 'payment', amount: difference, method: 'card' },
    ])
    await expectBooksAgree()
  })

  test('what cheaper seats give back is owed as it was paid [S-1052]', async () => {
    const { showtimeId, first, second, premium, reference, ...sale } = await createSale()
    const dearer = { showtimeId, giveBack: [first, second], take: premium }
    const { difference } = (await sale.preview(dearer)).json() as { difference: number }
    await sale.exchange({ ...dearer, difference, payment: 'cash' })
    const cheaper = { showtimeId, giveBack: premium, take: [first, second] }
    const preview = (await sale.preview(cheaper)).json() as { difference: number }
    expect(preview.difference).toBe(-difference)

    const done = await sale.exchange({ ...cheaper, difference: preview.difference })

    expect(done.statusCode).toBe(200)
    const { refunds } = await listRefunds(ctx(), { state: 'owed', reference })
    expect(refunds).toMatchObject([{ amount: difference, method: 'cash' }])
    await expectBooksAgree()
  })

  test('another difference, a sold seat and a closed show are refused, and nothing changes [S-1052]', async () => {
    const { showtimeId, first, seats, bookingId, ...sale } = await createSale()
    const [, , third = '', fourth = ''] = seats
    await sellAtCounter(ctx(), {
      showtimeId,
      deviceId: 'counter',
      sale: { placeIds: [third], payment: 'cash', totalCost: 150 },
    })
    const swap = (take: string, difference = 0) =>
      sale.exchange({ showtimeId, giveBack: [first], take: [take], difference })

    expect((await swap(fourth, 10)).json()).toMatchObject({ code: 'PRICE_MISMATCH' })
    expect((await swap(third)).json()).toMatchObject({ code: 'TAKEN' })
    await context().clock.advance(EARLY)
    expect((await swap(fourth)).json()).toMatchObject({ code: 'CLOSED' })
    expect(await paymentsOf(bookingId)).toHaveLength(1)
    await expectBooksAgree()
  })
})
