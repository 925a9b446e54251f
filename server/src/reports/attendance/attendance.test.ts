import { addDays } from '@marquee/contract/time'
import { beforeEach, expect, test } from 'vitest'
import { keepHouseSeats, sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { businessDayAt } from '#src/catalogue/schedule/calendar.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { currentDay } from '../business-days.ts'
import { getSalesCurve } from '../demand/sales-curve.service.ts'
import { storeDailyTakings } from '../takings/daily-takings.service.ts'
import { getOccupancy } from './occupancy.service.ts'
import { getSeatSales } from './seat-sales.service.ts'
import { getVisits } from './visits.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeDatabases('attendance', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const ctx = () => context().ctx

  /** Each test has days of its own: it begins at noon. */
  beforeEach(async () => {
    const { clock } = context()
    await clock.advance(5 * DAY)
    const { from } = businessDayAt(clock.now(), ctx().config)
    await clock.step(from + 7 * HOUR - clock.now())
  })

  const bookSeats = async (showtime: CreatedShowtime, seatIds: string[]) =>
    book(await createOrder(showtime, seatIds))
  const show = (startsIn: number) => createShowtime(ctx(), { startsIn, cutoffMinutes: 0 })

  /** Records the scan of a pass. */
  const admit = ({ _id }: { _id: string }, showtimeId: string, scannedAt: number, count = 1) =>
    ctx()
      .db.insertInto('admissions')
      .values({
        id: crypto.randomUUID(),
        booking_id: _id,
        showtime_id: showtimeId,
        pass: 0,
        count,
        device: 'door',
        scan_id: crypto.randomUUID(),
        scanned_at: scannedAt,
        received_at: scannedAt,
      })
      .execute()

  test('getOccupancy counts sold seats of the shows of a day, also those after midnight, without cancelled ones [S-1017]', async () => {
    const evening = await show(6 * HOUR)
    const night = await show(13 * HOUR)
    const cancelled = await show(7 * HOUR)
    await bookSeats(evening, evening.seats.slice(0, 6))
    await keepHouseSeats(ctx(), {
      showtimeId: night.showtimeId,
      deviceId: 'counter 1',
      reason: 'press',
      placeIds: night.seats.slice(0, 2),
    })
    await cancelShow(ctx(), {
      showtimeId: cancelled.showtimeId,
      deviceId: 'manager',
      reason: 'repair',
    })
    const day = await currentDay(ctx())

    const { rows, totals } = await getOccupancy(ctx(), { from: day, to: day, by: 'show' })

    expect(rows.map(({ key, capacity, sold, share }) => [key, capacity, sold, share])).toEqual([
      [evening.showtimeId, 24, 6, 25],
      [night.showtimeId, 24, 0, 0],
    ])
    expect(totals).toEqual({ shows: 2, capacity: 48, sold: 6, share: 12.5 })
    const byHour = await getOccupancy(ctx(), { from: day, to: day, by: 'hour' })
    expect(byHour.rows.map(({ key }) => key.split('-')[1])).toEqual(['18', '1'])
    expect(new Set(byHour.rows.map(({ key }) => key.split('-')[0])).size).toBe(1)
  })

  test('getOccupancy sorts a show before the end of the business day after the evening, to the minute [S-1017]', async () => {
    await show(17 * HOUR + 15 * MINUTE)
    await show(6 * HOUR)
    const config = { ...ctx().config, businessDayEnds: '05:30' }

    const { rows } = await getOccupancy({ ...ctx(), config }, { by: 'hour' })

    expect(rows.map(({ key }) => key.split('-')[1])).toEqual(['18', '5'])
  })

  test('getSeatSales says how often and how early each seat of a hall is sold [S-1018]', async () => {
    const showtime = await show(6 * HOUR)
    const [first = '', second = '', third = '', blocked = ''] = showtime.seats
    await bookSeats(showtime, [first])
    await context().clock.advance(MINUTE)
    await sellAtCounter(ctx(), {
      showtimeId: showtime.showtimeId,
      deviceId: 'counter 1',
      sale: { placeIds: [second], payment: 'cash', totalCost: 150 },
    })
    await context().clock.advance(MINUTE)
    await bookSeats(showtime, [third])
    await keepHouseSeats(ctx(), {
      showtimeId: showtime.showtimeId,
      deviceId: 'counter 1',
      reason: 'press',
      placeIds: [blocked],
    })

    const { rows, screen, totals } = await getSeatSales(ctx(), { screen: showtime.screenId })

    expect(screen?._id).toBe(showtime.screenId)
    expect(
      rows.slice(0, 5).map(({ label, sold, share, rank }) => [label, sold, share, rank]),
    ).toEqual([
      ['A1', 1, 100, 0],
      ['A2', 1, 100, 50],
      ['A3', 1, 100, 100],
      ['A4', 0, 0, null],
      ['A5', 0, 0, null],
    ])
    expect(totals).toEqual({ shows: 1, seats: 24, sold: 3, share: 12.5 })
    await expect(getSeatSales(ctx(), { screen: 'none' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('getVisits counts who came, who came late, and after the show who did not come [S-1019]', async () => {
    const showtime = await show(2 * HOUR)
    const startsAt = ctx().now() + 2 * HOUR
    const party = await bookSeats(showtime, showtime.seats.slice(0, 3))
    await admit(party, showtime.showtimeId, startsAt - 4 * MINUTE)
    await admit(party, showtime.showtimeId, startsAt + 7 * MINUTE)
    const visits = async () => (await getVisits(ctx(), { by: 'show' })).totals
    expect(await visits()).toEqual({ tickets: 3, admitted: 2, noShows: 0, late: 1 })

    await context().clock.advance(4 * HOUR)

    expect(await visits()).toEqual({ tickets: 3, admitted: 2, noShows: 1, late: 1 })
    const { arrivals } = await getVisits(ctx(), { by: 'show' })
    expect(arrivals.filter(({ people }) => people > 0)).toEqual([
      { minute: -5, people: 1 },
      { minute: 5, people: 1 },
    ])
    expect(arrivals.at(0)?.minute).toBe(-65)
    expect(arrivals.at(-1)?.minute).toBe(60)
  })

  test('an admission that was undone does not count [S-1019]', async () => {
    const showtime = await show(2 * HOUR)
    const party = await bookSeats(showtime, showtime.seats.slice(0, 1))
    await admit(party, showtime.showtimeId, ctx().now())
    await admit(party, showtime.showtimeId, ctx().now(), -1)

    expect((await getVisits(ctx(), { by: 'show' })).totals).toMatchObject({ admitted: 0 })
  })

  test('getSalesCurve has the tickets by the days before the show, stored or not [S-1020]', async () => {
    const showtime = await show(3 * DAY + 6 * HOUR)
    await bookSeats(showtime, showtime.seats.slice(0, 1))
    await context().clock.advance(2 * DAY)
    await storeDailyTakings(ctx())
    await bookSeats(showtime, showtime.seats.slice(1, 4))
    const day = addDays(await currentDay(ctx()), 1)

    const { rows, totals } = await getSalesCurve(ctx(), { from: day, to: day })

    expect(totals).toEqual({ shows: 1, tickets: 4 })
    expect(rows.map(({ key, tickets, total, share }) => [key, tickets, total, share])).toEqual([
      ['3', 1, 1, 25],
      ['2', 0, 1, 25],
      ['1', 3, 4, 100],
      ['0', 0, 4, 100],
    ])
    const ofShow = await getSalesCurve(ctx(), { show: showtime.showtimeId })
    expect(ofShow.rows).toEqual(rows)
  })
})
