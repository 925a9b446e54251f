import type { DayClose } from '@marquee/contract/office/reports/day-close'
import { addDays } from '@marquee/contract/time'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { createShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { listAudit } from '../audit/audit.service.ts'
import { sellAtCounter } from '../bookings/order/staff-sales.service.ts'
import { periodOfBusinessDay } from '../catalogue/schedule/calendar.ts'
import type { Context } from '../context.ts'
import { openShift, signOffShift } from '../counter/shifts.service.ts'
import { lockShowtimes } from '../database/locks.ts'
import { applyProgramme } from '../office/programme/plans/apply-programme.service.ts'
import { planChanges } from '../office/programme/plans/programme-plans.service.ts'
import { currentDay } from './business-days.ts'
import { closeDay, getDayClose } from './day-close.service.ts'
import { getConversion, storeSelectionCounts } from './demand/conversion.service.ts'
import { getTakings } from './takings/takings.service.ts'

const DAY = 24 * 3_600_000
const PATH = '/api/office/reports/day-close'

function createDayCalls(context: () => TestContext) {
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  /** Two counters with cash on a day of its own; one of them sells for 300 rupees, the other one for 150. */
  async function createDay() {
    const { clock } = context()
    const { to } = periodOfBusinessDay(await currentDay(ctx()), ctx().config)
    // A day that was closed early gives its last sales to the next one.
    await clock.advance(to + 1.5 * DAY - clock.now())
    const showtime = await createShowtime(ctx())
    const manager = await office().pair('manager', `Manager ${crypto.randomUUID()}`)
    const [one, two] = [
      await office().pair('counter', 'One'),
      await office().pair('counter', 'Two'),
    ]
    const sell = (deviceId: string, seats: string[], payment: 'cash' | 'card' = 'cash') =>
      sellAtCounter(ctx(), {
        showtimeId: showtime.showtimeId,
        deviceId,
        sale: { placeIds: seats, payment, totalCost: 150 * seats.length },
      })
    await sell(one.deviceId, showtime.seats.slice(0, 2))
    await sell(one.deviceId, showtime.seats.slice(2, 3), 'card')
    await sell(two.deviceId, showtime.seats.slice(3, 4))
    const date = await currentDay(ctx())
    await clock.advance(1)
    const read = async () => (await manager.client.get(`${PATH}?date=${date}`)).json() as DayClose
    const counts = [
      { device: one.deviceId, cash: 290 },
      { device: two.deviceId, cash: 150 },
    ]
    return { showtime, manager, one, two, sell, date, read, counts }
  }

  const totalsOf = async (date: string) =>
    (await getTakings(ctx(), { from: date, to: date, by: 'show' })).totals

  return { ctx, createDay, totalsOf }
}

describeDatabases('day close', (context) => {
  const { ctx, createDay, totalsOf } = createDayCalls(context)
  const { hold } = createHoldCalls(context)

  test('expects the cash of each device, and records what was counted, the difference and the note [S-1012]', async () => {
    const { manager, one, two, date, read, counts } = await createDay()
    expect(await read()).toMatchObject({ date, closed: null })
    const cash = (id: string, figures: object) =>
      expect.objectContaining({ device: { _id: id, name: expect.any(String) }, ...figures })
    expect((await read()).devices).toEqual(
      expect.arrayContaining([
        cash(one.deviceId, {
          sales: 300,
          payouts: 0,
          expected: 300,
          counted: null,
          difference: null,
        }),
        cash(two.deviceId, { sales: 150, expected: 150 }),
      ]),
    )

    const response = await manager.client.post(PATH, { date, counts, note: 'ten rupees short' })

    expect(response.statusCode).toBe(200)
    const closed = await read()
    expect(closed).toEqual(response.json())
    expect(closed.closed).toMatchObject({
      device: { _id: manager.deviceId },
      note: 'ten rupees short',
    })
    expect(closed.devices).toEqual(
      expect.arrayContaining([
        cash(one.deviceId, { expected: 300, counted: 290, difference: -10 }),
        cash(two.deviceId, { expected: 150, counted: 150, difference: 0 }),
      ]),
    )
    const { entries } = await listAudit(ctx(), { subject: date })
    expect(entries).toMatchObject([
      {
        action: 'day.close',
        subjectType: 'day',
        after: { expected: 450, counted: 440 },
        device: { _id: manager.deviceId },
      },
    ])
  })

  test('a closed day is closed once and never changes: later payments count for the next day [S-1013]', async () => {
    const { showtime, manager, one, sell, date, read, counts } = await createDay()
    await manager.client.post(PATH, { date, counts })
    const [closed, takings] = [
      await read(),
      await getTakings(ctx(), { from: date, to: date, by: 'show' }),
    ]
    await context().clock.advance(1000)

    await sell(one.deviceId, showtime.seats.slice(4, 5))
    const again = await manager.client.post(PATH, { date, counts: [] })

    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 'CLOSED' }])
    expect(await read()).toEqual(closed)
    expect(await getTakings(ctx(), { from: date, to: date, by: 'show' })).toEqual(takings)
    const next = addDays(date, 1)
    expect((await getTakings(ctx(), { from: next, to: next, by: 'day' })).totals).toMatchObject({
      gross: 150,
    })
  })

  test('a closed day keeps its figures when a payment of the day is written later [S-1013]', async () => {
    const { manager, one, date, read, counts } = await createDay()
    await manager.client.post(PATH, { date, counts })
    const closed = await read()

    await sql`
      insert into payments (booking_id, number, kind, amount, method, device_id, at)
      values ('by hand', 1, 'payment', 70, 'cash', ${one.deviceId}, ${context().clock.now() - 1})`.execute(
      ctx().db,
    )

    expect(await read()).toEqual(closed)
  })

  test('after an early close, reports and the page are about the next day, which cannot be closed yet [S-1013]', async () => {
    const { showtime, manager, one, sell, date, counts } = await createDay()
    await manager.client.post(PATH, { date, counts })
    await context().clock.advance(1000)
    await sell(one.deviceId, showtime.seats.slice(4, 5))
    await storeSelectionCounts(ctx())
    const ofClosedDay = await getConversion(ctx(), { from: date, to: date })
    await hold('asha', showtime, showtime.seats[5])

    await storeSelectionCounts(ctx())

    const next = addDays(date, 1)
    expect(await getTakings(ctx(), { by: 'day' })).toMatchObject({
      from: next,
      to: next,
      totals: { gross: 150 },
    })
    expect((await getConversion(ctx(), {})).totals).toMatchObject({ selections: 1 })
    expect(await getConversion(ctx(), { from: date, to: date })).toEqual(ofClosedDay)
    const page = (await manager.client.get(PATH)).json()
    expect(page).toMatchObject({ date: next, closed: null, devices: [{ sales: 150 }] })
    const early = await manager.client.post(PATH, {
      date: next,
      counts: [{ device: one.deviceId, cash: 150 }],
    })
    expect(early.json()).toMatchObject({ code: 'INVALID' })
  })

  test('has the cash that was counted at the sign-off of all shifts of a device [S-1012]', async () => {
    const { one, read } = await createDay()
    await context().clock.advance(DAY)
    const { seats, ...showtime } = await createShowtime(ctx())
    const date = await currentDay(ctx())
    const { deviceId } = one
    const sellSeats = (from: number, to: number) =>
      sellAtCounter(ctx(), {
        showtimeId: showtime.showtimeId,
        deviceId,
        sale: { placeIds: seats.slice(from, to), payment: 'cash', totalCost: 150 * (to - from) },
      })
    const signedOff = async () =>
      (await getDayClose(ctx(), date)).devices.find(({ device }) => device._id === deviceId)
    const first = await openShift(ctx(), { deviceId, openingFloat: 500 })
    await sellSeats(4, 6)
    expect(await signedOff()).toMatchObject({ expected: 800, signedOff: null })

    await signOffShift(ctx(), { deviceId, shiftId: first._id, counted: 790 })
    await context().clock.advance(1000)

    expect(await signedOff()).toMatchObject({ expected: 800, signedOff: 790 })
    // Some rupees were taken to the bank between the shifts.
    const second = await openShift(ctx(), { deviceId, openingFloat: 200 })
    await sellSeats(6, 7)
    expect(await signedOff()).toMatchObject({ expected: 950, signedOff: null })
    await signOffShift(ctx(), { deviceId, shiftId: second._id, counted: 352 })
    expect(await signedOff()).toMatchObject({ expected: 950, signedOff: 942 })
    await sellSeats(7, 8)
    expect(await signedOff()).toMatchObject({ expected: 1100, signedOff: null })
    expect((await read()).devices.map((cash) => cash.signedOff)).toEqual([null, null])
  })

  test('of two managers who close a day at the same time exactly one does [S-1013]', async () => {
    const { manager, date, counts } = await createDay()
    const close = () => closeDay(ctx(), { date, counts, deviceId: manager.deviceId })

    const answers = await Promise.allSettled([close(), close(), close()])

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { entries } = await listAudit(ctx(), { subject: date })
    expect(entries).toHaveLength(1)
  })

  test('a day that is closed between the refunds of a programme change keeps those made before, and the next day has the others [S-1013]', async () => {
    const { clock } = context()
    const { showtime, manager, one, sell, date, read, counts } = await createDay()
    for (const seat of showtime.seats.slice(4, 8)) await sell(one.deviceId, [seat], 'card')
    await clock.advance(1)
    const { showtimeId } = showtime
    const { planId } = await planChanges(ctx(), [{ type: 'remove', showtimeId }])
    const closed: object[] = []
    let batches = 0
    const backgroundQueue: Context['backgroundQueue'] = async (requester, task) => {
      batches += 1
      if (batches === 2) {
        await clock.advance(1)
        await closeDay(ctx(), { date, counts, deviceId: manager.deviceId })
        closed.push(await read(), await totalsOf(date))
        await clock.advance(1)
      }
      return ctx().backgroundQueue(requester, task)
    }

    const isApplied = await applyProgramme(
      { ...ctx(), backgroundQueue },
      { planId, reason: 'No power', deviceId: manager.deviceId },
    )

    expect(isApplied).toBe(true)
    const [ofDay, ofNext] = [await totalsOf(date), await totalsOf(addDays(date, 1))]
    expect([await read(), ofDay]).toEqual(closed)
    expect([ofDay.gross, ofNext.gross]).toEqual([1200, 0])
    expect([ofDay.refundedTickets, ofNext.refundedTickets]).toEqual([6, 2])
    expect(ofDay.refunds + ofNext.refunds).toBe(1200)
  })

  test('a close without the cash of a device is refused, names the device, and leaves the day open [S-1232]', async () => {
    const { manager, date, read, counts } = await createDay()

    const response = await manager.client.post(PATH, { date, counts: counts.slice(0, 1) })

    expect([response.statusCode, response.json()]).toMatchObject([
      400,
      { message: 'Please count the cash of every device. Not counted: Two.' },
    ])
    expect((await read()).closed).toBeNull()
    expect((await manager.client.post(PATH, { date, counts })).statusCode).toBe(200)
  })

  test('a day to come, an unknown device, one that is counted twice and a count below zero are refused [S-1014]', async () => {
    const { manager, one, date } = await createDay()
    const refused = async (body: object) =>
      expect((await manager.client.post(PATH, { date, counts: [], ...body })).statusCode).toBe(400)

    await refused({ date: addDays(date, 1) })
    await refused({ counts: [{ device: 'unknown', cash: 1 }] })
    await refused({ counts: [1, 2].map((cash) => ({ device: one.deviceId, cash })) })
    await refused({ counts: [{ device: one.deviceId, cash: -1 }] })
    await refused({ note: 'two\nlines' })
    const tooMuch = { date, counts: [{ device: one.deviceId, cash: 100_000_001 }] }
    expect((await manager.client.post(PATH, tooMuch)).json()).toMatchObject({
      message: expect.stringContaining('Please enter the counted cash in whole rupees.'),
    })
  })
})

describePostgres('day close on PostgreSQL', (context) => {
  const { ctx, createDay, totalsOf } = createDayCalls(context)

  test('a close waits for sales in flight, and has their cash [S-1013]', async () => {
    const { showtime, manager, one, date, read, counts } = await createDay()
    const at = context().clock.now()
    const sale = await openTransaction(ctx(), async (tx) => {
      await lockShowtimes(tx, [showtime.showtimeId])
      await sql`
        insert into payments (booking_id, number, kind, amount, method, device_id, at)
        values ('in flight', 1, 'payment', 450, 'cash', ${one.deviceId}, ${at})`.execute(tx)
    })
    await context().clock.advance(1)

    const closing = closeDay(ctx(), { date, counts, deviceId: manager.deviceId })
    await untilTransactionWaits(ctx())
    await sale.commit()

    const closed = await closing
    expect(closed.devices).toContainEqual(
      expect.objectContaining({
        device: expect.objectContaining({ _id: one.deviceId }),
        expected: 750,
      }),
    )
    expect(await read()).toEqual(closed)
  })

  test('a close waits for a programme change in flight, and has its refunds [S-1013]', async () => {
    const { showtime, manager, date, read, counts } = await createDay()
    const small = await createShowtimeWithSeats(ctx(), 1)
    const { planId } = await planChanges(ctx(), [
      {
        type: 'move',
        showtimeId: showtime.showtimeId,
        screenId: small.screenId,
        startTime: new Date(context().clock.now() + 8 * 3_600_000).toISOString(),
      },
    ])
    // The change deletes the files of removed posters after it has written its refunds.
    const posters = await openTransaction(ctx(), (tx) =>
      sql`lock table poster_files in exclusive mode`.execute(tx),
    )
    const changing = applyProgramme(ctx(), {
      planId,
      reason: 'Repairs',
      refundUnseated: true,
      deviceId: manager.deviceId,
    })
    await untilTransactionWaits(ctx())
    await context().clock.advance(1)

    const closing = closeDay(ctx(), { date, counts, deviceId: manager.deviceId }).then(
      async (closed) => [closed, await totalsOf(date)],
    )
    await Promise.race([closing, untilTransactionWaits(ctx(), 2)])
    await posters.commit()

    const [closed, isApplied] = await Promise.all([closing, changing])
    expect(isApplied).toBe(true)
    expect(closed).toMatchObject([{ date }, { gross: 600, refunds: 450 }])
    expect([await read(), await totalsOf(date)]).toEqual(closed)
    expect(await totalsOf(addDays(date, 1))).toMatchObject({ gross: 0, refunds: 0 })
  })

  test('a close waits for a shift that is being opened, and has its float [S-1013]', async () => {
    const { manager, one, date, counts } = await createDay()
    const at = context().clock.now()
    const opening = await openTransaction(ctx(), (tx) =>
      sql`
        insert into shifts (id, device_id, opened_at, opening_float)
        values (${crypto.randomUUID()}, ${one.deviceId}, ${at}, 500)`.execute(tx),
    )
    await context().clock.advance(1)

    const closing = closeDay(ctx(), { date, counts, deviceId: manager.deviceId })
    await untilTransactionWaits(ctx())
    await opening.commit()

    expect((await closing).devices).toContainEqual(
      expect.objectContaining({
        device: expect.objectContaining({ _id: one.deviceId }),
        float: 500,
      }),
    )
  })
})
