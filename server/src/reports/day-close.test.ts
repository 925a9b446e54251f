import type { DayClose } from '@marquee/contract/office/reports/day-close'
import { addDays } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { listAudit } from '../audit/audit.service.ts'
import { sellAtCounter } from '../bookings/order/staff-sales.service.ts'
import { periodOfBusinessDay } from '../catalogue/schedule/calendar.ts'
import { currentDay } from './business-days.ts'
import { closeDay } from './day-close.service.ts'
import { getTakings } from './takings/takings.service.ts'

const DAY = 24 * 3_600_000
const PATH = '/api/office/reports/day-close'

describeDatabases('day close', (context) => {
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  /** Two counters with cash on a day of its own; one of them sells for 300 rupees, the other one for 150. */
  async function createDay() {
    const { clock } = context()
    const { to } = periodOfBusinessDay(currentDay(ctx()), ctx().config)
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
    const date = currentDay(ctx())
    await clock.advance(1)
    const read = async () => (await manager.client.get(`${PATH}?date=${date}`)).json() as DayClose
    const counts = [
      { device: one.deviceId, cash: 290 },
      { device: two.deviceId, cash: 150 },
    ]
    return { showtime, manager, one, two, sell, date, read, counts }
  }

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

  test('of two managers who close a day at the same time exactly one does [S-1013]', async () => {
    const { manager, date, counts } = await createDay()
    const close = () => closeDay(ctx(), { date, counts, deviceId: manager.deviceId })

    const answers = await Promise.allSettled([close(), close(), close()])

    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { entries } = await listAudit(ctx(), { subject: date })
    expect(entries).toHaveLength(1)
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
  })
})
