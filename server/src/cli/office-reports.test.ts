import { expect, test } from 'vitest'
import { runCommand } from '#test/support/commands.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import { sellAtCounter } from '../bookings/order/staff-sales.service.ts'
import { currentDay } from '../reports/business-days.ts'

describeContext('marquee office report', (context) => {
  const office = setupTestOffice(context)

  async function report(...args: string[]) {
    const { environment } = context()
    const OFFICE_PORT = new URL(office().url).port
    const { code, output } = await runCommand('office', ['report', ...args], {
      ...environment,
      OFFICE_PORT,
    })
    return { code, output }
  }

  test('prints a report as a table and as a CSV file, and closes a day once [S-1024]', async () => {
    const { ctx, clock } = context()
    const showtime = await createShowtime(ctx)
    const { deviceId } = await office().pair('counter', 'Box office')
    await sellAtCounter(ctx, {
      showtimeId: showtime.showtimeId,
      deviceId,
      sale: { placeIds: showtime.seats.slice(0, 2), payment: 'cash', totalCost: 300 },
    })
    await clock.advance(1)
    const today = await currentDay(ctx)

    const table = await report('takings', '--by', 'category')
    expect(table.code).toBe(0)
    expect(table.output).toMatch(/Standard +300 +0 +300 +2/)
    const csv = await report('takings', '--from', today, '--to', today, '--by', 'payment', '--csv')
    expect(csv.output.split('\r\n')[1]).toBe('cash,Cash,300,0,300,2,0,150')
    for (const name of ['occupancy', 'seats', 'visits', 'sales', 'conversion'])
      expect((await report(name)).code).toBe(0)

    const plan = await report('day-close', today)
    expect([plan.code, plan.output]).toEqual([64, expect.stringMatching(/Box office .*₹300/)])
    const file = await report('day-close', today, '--csv')
    expect(file.output).toContain(`${today},Box office,0,300,0,300,,`)
    const cash = ['--cash', `${deviceId}=290`, '--note', 'ten short', '--yes']
    expect((await report('day-close', today, ...cash)).output).toMatch(/closed[\s\S]*₹290 +-10/)
    expect((await report('day-close', today, ...cash)).code).toBe(1)
    expect((await report('takings', '--from', 'yesterday')).code).toBe(64)
  })
})
