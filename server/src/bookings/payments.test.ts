import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import type { Db, PaymentRow } from '../database/schema.ts'
import { findTicket } from '../tickets/tickets.service.ts'
import { reconcile } from './list/reconcile.service.ts'
import { searchBookings } from './list/staff-bookings.service.ts'
import { keepHouseSeats, sellAtCounter } from './order/staff-sales.service.ts'

const paymentsOf = (db: Db, bookingId: string) =>
  db.selectFrom('payments').selectAll().where('booking_id', '=', bookingId).execute()

const insertPayment = (db: Db, row: Pick<PaymentRow, 'booking_id' | 'kind' | 'amount'>) =>
  db
    .insertInto('payments')
    .values({ ...row, number: 2, method: 'online', reason: 'goodwill', at: 0 })
    .execute()

describeDatabases('payments', (context) => {
  const { createOrder, book, listBookings } = createBookingCalls(context)
  const db = () => context().ctx.db

  async function bookSeats(count = 2) {
    const showtime = await createShowtime(context().ctx)
    const order = await createOrder(showtime, showtime.seats.slice(0, count))
    const booking = await book(order)
    return { showtime, order, booking }
  }
  const problemsOf = async (reference: string) => {
    const { problems } = await reconcile(context().ctx.reader)
    return problems.flatMap((found) => (found.reference === reference ? found.rule : []))
  }

  test('a booking of a visitor has one payment of its price [S-400]', async () => {
    const { booking } = await bookSeats()

    expect(await paymentsOf(db(), booking._id)).toEqual([
      {
        booking_id: booking._id,
        number: 1,
        kind: 'payment',
        amount: 300,
        method: 'online',
        voucher_id: null,
        refund_number: null,
        reason: null,
        device_id: null,
        person_id: null,
        shift_id: null,
        at: Date.parse(booking.createdAt),
      },
    ])
  })

  test('a sale at the counter has a payment with its device, and blocked places have none [S-400]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const [sold = '', blocked = ''] = seats
    const id = await sellAtCounter(ctx, {
      showtimeId,
      deviceId: 'counter 1',
      sale: { placeIds: [sold], payment: 'cash', totalCost: 150 },
    })
    await keepHouseSeats(ctx, {
      showtimeId,
      deviceId: 'counter 1',
      placeIds: [blocked],
      reason: 'broken',
    })

    expect(await paymentsOf(ctx.db, id)).toMatchObject([{ amount: 150, device_id: 'counter 1' }])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from payments join bookings on bookings.id = booking_id
       where channel = 'house' and showtime_id = ${showtimeId}`.execute(ctx.db)
    expect(rows).toEqual([{ count: 0 }])
  })

  test('an order that is refused or repeated leaves no further payment [S-400]', async () => {
    const { showtime, order, booking } = await bookSeats()
    const key = crypto.randomUUID()
    const keyed = { ...(await createOrder(showtime, showtime.seats.slice(2, 3))), key }
    const first = await book(keyed)

    expect(await book(keyed)).toMatchObject({ _id: first._id })
    await expect(book(order)).rejects.toMatchObject({ code: 'ALREADY_BOOKED' })

    expect(await paymentsOf(db(), first._id)).toHaveLength(1)
    expect(await paymentsOf(db(), booking._id)).toHaveLength(1)
  })

  test('no statement changes or deletes a payment [S-401]', async () => {
    const { booking } = await bookSeats()

    for (const statement of [
      sql`update payments set amount = 0`,
      sql`delete from payments where booking_id = ${booking._id}`,
    ])
      await expect(statement.execute(db())).rejects.toThrow('payments are only added')

    expect(await paymentsOf(db(), booking._id)).toMatchObject([{ amount: 300 }])
  })

  test('the total of a booking is what was paid and not refunded [S-402]', async () => {
    const { ctx } = context()
    const { order, booking } = await bookSeats()
    await insertPayment(db(), { booking_id: booking._id, kind: 'refund', amount: 100 })

    const { bookingReference: reference } = booking
    expect(await listBookings(order.userId)).toMatchObject([{ totalCost: 200 }])
    expect(await findTicket(ctx, reference)).toMatchObject({ total_cost: 200 })
    expect(await searchBookings(ctx, reference)).toMatchObject([{ totalCost: 200 }])
  })

  test('reconcile sums the ledger and finds no problem if all rows agree [S-403]', async () => {
    const { reader } = context().ctx
    const { booking } = await bookSeats()
    expect(await problemsOf(booking.bookingReference)).toEqual([])
    const before = await reconcile(reader)
    await bookSeats()

    const { bookings, payments, refunds, kept } = await reconcile(reader)

    expect({ bookings, payments, refunds, kept }).toEqual({
      bookings: before.bookings + 1,
      payments: before.payments + 300,
      refunds: before.refunds,
      kept: before.kept + 300,
    })
  })

  test('reconcile sums free tickets apart from what was paid, refunded and kept [S-403]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const before = await reconcile(ctx.reader)
    await sellAtCounter(ctx, {
      showtimeId,
      deviceId: 'counter 1',
      sale: {
        payment: 'complimentary',
        reason: 'goodwill',
        totalCost: 300,
        placeIds: seats.slice(0, 2),
      },
    })

    expect(await reconcile(ctx.reader)).toEqual({
      ...before,
      bookings: before.bookings + 1,
      freeTickets: before.freeTickets + 300,
    })
  })

  test.each<[string, (id: string) => Promise<unknown>, string[]]>([
    [
      'a payment too much',
      (booking_id) => insertPayment(db(), { booking_id, kind: 'payment', amount: 1 }),
      ['payments are the prices of the places'],
    ],
    [
      'a refund above the payments',
      (booking_id) => insertPayment(db(), { booking_id, kind: 'refund', amount: 301 }),
      [
        'payments are the prices of the places',
        'refunds are at most the payments',
        'the payment status tells what was refunded',
        'refunds have a reason and an entry of the audit',
      ],
    ],
    [
      'a place that is not sold',
      (id) => db().deleteFrom('claims').where('booking_id', '=', id).execute(),
      ['places are sold to their bookings'],
    ],
    [
      'a sold place too much',
      (id) => db().deleteFrom('booking_places').where('booking_id', '=', id).execute(),
      ['payments are the prices of the places', 'sold places are in their bookings'],
    ],
    [
      'paid places that are blocked',
      (id) => db().updateTable('bookings').set({ channel: 'house' }).where('id', '=', id).execute(),
      ['sales are paid, and house seats are not'],
    ],
  ])('reconcile finds a booking with %s [S-403]', async (_, breakRule, rules) => {
    const { booking } = await bookSeats()

    await breakRule(booking._id)

    expect(await problemsOf(booking.bookingReference)).toEqual(rules)
  })
})
