import type { TakingsBy } from '@marquee/contract/office/reports/takings'
import { addDays } from '@marquee/contract/time'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { cancel, exchange } from '#src/bookings/change/changes.service.ts'
import { reconcile } from '#src/bookings/list/reconcile.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { businessDayAt, periodOfBusinessDay } from '#src/catalogue/schedule/calendar.ts'
import { createPairingCode, pairDevice } from '#src/office/devices/devices.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { currentDay } from '../business-days.ts'
import { storeDailyTakings } from './daily-takings.service.ts'
import { getTakings } from './takings.service.ts'
import { listTakingsBookings } from './takings-bookings.service.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeDatabases('takings', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const ctx = () => context().ctx

  /** Each test has days of its own: it begins at 20:00 of a day without sales. */
  beforeEach(async () => {
    const { clock } = context()
    await clock.advance(3 * DAY)
    const { from } = businessDayAt(clock.now(), ctx().config)
    await clock.step(from + 15 * HOUR - clock.now())
  })

  const takingsBy = async (by: TakingsBy, from?: string, to = from) => {
    const { rows } = await getTakings(ctx(), { from, to, by })
    return Object.fromEntries(
      rows.map(({ key, gross, refunds, tickets }) => [key, [gross, refunds, tickets]]),
    )
  }
  const show = (startsIn = 6 * HOUR) => createShowtime(ctx(), { startsIn })

  async function bookSeats(showtime: CreatedShowtime, seatIds: string[], changes: object = {}) {
    const order = await createOrder(showtime, seatIds, changes)
    const { bookingReference: reference } = await book(order)
    return { own: { userId: order.userId, reference }, holder: order.holder, reference }
  }
  async function sell(
    showtime: CreatedShowtime,
    seatIds: string[],
    payment: 'cash' | 'complimentary',
    deviceId = 'counter 1',
  ) {
    const sale = { placeIds: seatIds, payment, totalCost: 150 * seatIds.length, reason: 'guest' }
    await sellAtCounter(ctx(), { showtimeId: showtime.showtimeId, deviceId, sale })
  }

  test('getTakings divides sales by movie, screen, show, category, channel, payment and device [S-1000]', async () => {
    const showtime = await show()
    const { code } = await createPairingCode(ctx(), { name: 'Box office', scope: 'counter' }, null)
    const { device } = await pairDevice(ctx(), { code })
    const [a1 = '', a2 = '', a3 = '', a4 = ''] = showtime.seats
    const [slotId = ''] = showtime.fourWheelers
    await bookSeats(showtime, [a1, a2], {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB1234' }],
      totalCost: 400,
    })
    await sell(showtime, [a3], 'cash', device._id)
    await sell(showtime, [a4], 'complimentary', device._id)

    expect(await takingsBy('movie')).toEqual({ [showtime.movieId]: [550, 0, 4] })
    expect(await takingsBy('screen')).toEqual({ [showtime.screenId]: [550, 0, 4] })
    expect(await takingsBy('show')).toEqual({ [showtime.showtimeId]: [550, 0, 4] })
    expect(await takingsBy('category')).toEqual({ Standard: [450, 0, 4], Parking: [100, 0, 0] })
    expect(await takingsBy('channel')).toEqual({ web: [400, 0, 2], counter: [150, 0, 2] })
    expect(await takingsBy('payment')).toEqual({
      online: [400, 0, 2],
      cash: [150, 0, 1],
      complimentary: [0, 0, 1],
    })
    expect(await takingsBy('device')).toEqual({ none: [400, 0, 2], [device._id]: [150, 0, 2] })
    expect(await takingsBy('person')).toEqual({ none: [550, 0, 4] })
    const { rows, totals } = await getTakings(ctx(), { by: 'device' })
    expect(rows.map(({ label }) => label)).toEqual(['On the site', 'Box office'])
    expect(totals).toEqual({
      gross: 550,
      refunds: 0,
      net: 550,
      tickets: 4,
      refundedTickets: 0,
      average: 138,
    })
  })

  test('a refund counts on the day on which it was made, and a day before stays as it was [S-1003]', async () => {
    const showtime = await show(4 * DAY)
    const [a1 = '', a2 = ''] = showtime.seats
    const { own } = await bookSeats(showtime, [a1, a2])
    const saleDay = await currentDay(ctx())
    await context().clock.advance(DAY)
    expect(await storeDailyTakings(ctx())).toContain(saleDay)

    await cancel(ctx(), own, { seatIds: [a1], refund: 150 })

    expect(await takingsBy('day', saleDay, addDays(saleDay, 1))).toEqual({
      [saleDay]: [300, 0, 2],
      [addDays(saleDay, 1)]: [0, 150, -1],
    })
    await context().clock.advance(DAY)
    await storeDailyTakings(ctx())
    expect(await takingsBy('day', saleDay, addDays(saleDay, 1))).toEqual({
      [saleDay]: [300, 0, 2],
      [addDays(saleDay, 1)]: [0, 150, -1],
    })
  })

  test('an exchange moves what was paid to the new show and category, also of an earlier day [S-1004]', async () => {
    const showtime = await show(4 * DAY)
    const [a1 = ''] = showtime.seats
    const [dear = ''] = showtime.seats.slice(16)
    const other = crypto.randomUUID()
    await ctx()
      .db.insertInto('showtimes')
      .values({
        id: other,
        movie_id: showtime.movieId,
        layout_id: showtime.screenId,
        starts_at: ctx().now() + 5 * DAY,
        cutoff_minutes: null,
        rev: 0,
      })
      .execute()
    const { own, holder } = await bookSeats(showtime, [a1])
    const saleDay = await currentDay(ctx())
    await context().clock.advance(DAY)

    await exchange(ctx(), {
      own,
      holder,
      difference: 100,
      exchange: { type: 'seats', showtimeId: other, giveBack: [a1], take: [dear] },
    })

    const today = await currentDay(ctx())
    expect(await takingsBy('show', saleDay)).toEqual({ [showtime.showtimeId]: [150, 0, 1] })
    expect(await takingsBy('show', today)).toEqual({
      [showtime.showtimeId]: [-150, 0, -1],
      [other]: [250, 0, 1],
    })
    expect(await takingsBy('category', saleDay, today)).toEqual({
      Standard: [0, 0, 0],
      VIP: [250, 0, 1],
    })
  })

  test('a sale after midnight counts for the evening before, and one after the end of the business day does not [S-1005]', async () => {
    const showtime = await show(4 * DAY)
    const [a1 = '', a2 = ''] = showtime.seats
    const day = await currentDay(ctx())
    const { to } = periodOfBusinessDay(day, ctx().config)
    await context().clock.advance(to - 1 - ctx().now())
    await bookSeats(showtime, [a1])
    await context().clock.advance(1)
    await bookSeats(showtime, [a2])

    expect(await takingsBy('day', day, addDays(day, 1))).toEqual({
      [day]: [150, 0, 1],
      [addDays(day, 1)]: [150, 0, 1],
    })
  })

  test('storeDailyTakings stores a day once, also on two nodes at the same time, and reports stay the same [S-1006]', async () => {
    const showtime = await show()
    await bookSeats(showtime, showtime.seats.slice(0, 2))
    const day = await currentDay(ctx())
    const before = await getTakings(ctx(), { from: day, to: day, by: 'category' })
    await context().clock.advance(DAY)

    await Promise.all([storeDailyTakings(ctx()), storeDailyTakings(createNodeContext(ctx()))])

    expect(await getTakings(ctx(), { from: day, to: day, by: 'category' })).toEqual(before)
    expect(await storeDailyTakings(ctx())).toEqual([])
    const stored = await ctx()
      .db.selectFrom('daily_takings')
      .selectAll()
      .where('day', '=', day)
      .execute()
    expect(stored).toHaveLength(1)
  })

  test('stored takings of a long range by show are those of its single days [S-1000]', async () => {
    const day = await currentDay(ctx())
    for (let n = 0; n < 20; n += 1) {
      const showtime = await show()
      await sell(showtime, showtime.seats.slice(0, 1 + (n % 3)), 'cash')
    }
    const last = await takingsBy('show')
    await context().clock.advance(DAY)
    await storeDailyTakings(ctx())

    expect(Object.keys(last)).toHaveLength(20)
    expect(await takingsBy('show', day)).toEqual(last)
    const long = await takingsBy('show', addDays(day, -200), addDays(day, 1))
    expect(long).toMatchObject(last)
    const earlier = await takingsBy('show', addDays(day, -200), addDays(day, -1))
    expect(Object.keys(long)).toHaveLength(20 + Object.keys(earlier).length)
  })

  test('storeDailyTakings waits until the transactions of a day are over [S-1006]', async () => {
    const showtime = await show()
    await bookSeats(showtime, showtime.seats.slice(0, 1))
    const day = await currentDay(ctx())
    const { to } = periodOfBusinessDay(day, ctx().config)
    await context().clock.advance(to - ctx().now())

    expect(await storeDailyTakings(ctx())).not.toContain(day)
    await context().clock.advance(HOUR)
    expect(await storeDailyTakings(ctx())).toContain(day)
  })

  test('reconcile names a day whose stored takings are not those of the ledger [S-1007]', async () => {
    const showtime = await show()
    await bookSeats(showtime, showtime.seats.slice(0, 1))
    const day = await currentDay(ctx())
    await context().clock.advance(DAY)
    await storeDailyTakings(ctx())
    const change = (rupees: number) =>
      sql`update daily_takings set gross = gross + ${rupees} where day = ${day}`.execute(ctx().db)
    expect((await reconcile(ctx().reader)).problems).toEqual([])

    await change(1)

    expect((await reconcile(ctx().reader)).problems).toEqual([
      { rule: 'the takings of a day are those of the ledger', reference: day },
    ])
    await change(-1)
  })

  test('listTakingsBookings has the bookings behind a row, the latest first, page by page [S-1008]', async () => {
    const showtime = await show(9 * DAY)
    const first = await bookSeats(showtime, showtime.seats.slice(0, 1))
    const day = await currentDay(ctx())
    await context().clock.advance(DAY)
    await storeDailyTakings(ctx())
    const second = await bookSeats(showtime, showtime.seats.slice(1, 2))
    await context().clock.advance(1000)
    await sell(showtime, showtime.seats.slice(2, 3), 'cash')
    const range = { from: day, to: await currentDay(ctx()) }

    const { bookings, next } = await listTakingsBookings(ctx(), {
      ...range,
      by: 'channel',
      key: 'web',
    })
    expect(bookings.map(({ reference }) => reference)).toEqual([second.reference, first.reference])
    expect(next).toBeNull()
    expect(bookings[0]).toMatchObject({ gross: 150, refunds: 0, tickets: 1 })
    const ofMovie = { ...range, by: 'movie' as const, key: showtime.movieId }
    expect((await listTakingsBookings(ctx(), ofMovie)).bookings).toHaveLength(3)
    expect((await listTakingsBookings(ctx(), { ...ofMovie, key: 'none' })).bookings).toEqual([])
    const page = await listTakingsBookings(ctx(), { ...ofMovie, before: `${range.to}_1` })
    expect(page.bookings.map(({ reference }) => reference)).toEqual([
      second.reference,
      first.reference,
    ])
  })

  test('a report refuses a range that ends before it begins and one of more than 1096 days [S-1009]', async () => {
    const refused = (from: string, to: string) =>
      expect(getTakings(ctx(), { from, to, by: 'day' })).rejects.toMatchObject({ code: 'INVALID' })
    await refused('2026-12-02', '2026-12-01')
    await refused('2026-01-01', '2029-01-01')
    expect(
      (await getTakings(ctx(), { from: '2026-01-01', to: '2028-12-31', by: 'day' })).rows,
    ).toHaveLength(1096)
  })
})
