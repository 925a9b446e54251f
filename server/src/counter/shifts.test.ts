import type { Shift } from '@marquee/contract/office/counter/shifts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelByStaff } from '#src/bookings/change/staff-changes.service.ts'
import { readSale } from '#src/bookings/list/staff-bookings.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { payRefund } from './refunds.service.ts'
import { listShiftsOfDevice, openShift, signOffShift } from './shifts.service.ts'

describeDatabases('shifts', (context) => {
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  const newDevice = () => `counter ${crypto.randomUUID()}`
  /** Sells one Standard seat: 150 rupees. */
  async function sell(deviceId: string, payment: 'cash' | 'card' = 'cash') {
    const { showtimeId, seats } = await createShowtime(ctx())
    const sale = { placeIds: seats.slice(0, 1), payment, totalCost: 150 }
    return sellAtCounter(ctx(), { showtimeId, deviceId, sale })
  }
  async function cancelAndPayOut(deviceId: string, bookingId: string) {
    const { booking } = await readSale(ctx(), bookingId)
    await cancelByStaff(ctx(), {
      reference: booking.reference,
      deviceId,
      reason: 'illness',
      terms: 'full',
      refund: 150,
    })
    await payRefund(ctx(), { bookingId, number: 2, method: 'cash', deviceId })
  }
  const openOf = async (deviceId: string) => (await listShiftsOfDevice(ctx(), deviceId)).open

  test('a shift expects its float, the cash it has taken and not paid out again, and nothing else [S-1036]', async () => {
    const deviceId = newDevice()
    await sell(deviceId)
    await openShift(ctx(), { deviceId, openingFloat: 500 })
    await sell(deviceId)
    await sell(deviceId, 'card')
    await sell(newDevice())
    const cancelled = await sell(deviceId)
    const other = newDevice()
    await openShift(ctx(), { deviceId: other, openingFloat: 0 })
    await cancelAndPayOut(other, cancelled)

    expect(await openOf(deviceId)).toMatchObject({
      openingFloat: 500,
      sales: 300,
      payouts: 0,
      expected: 800,
      signOff: null,
    })
    expect(await openOf(other)).toMatchObject({ sales: 0, payouts: 150, expected: -150 })
  })

  test('a device has one open shift, also if two are opened at once [S-1037]', async () => {
    const deviceId = newDevice()

    const outcomes = await Promise.allSettled(
      [100, 200, 300].map((openingFloat) => openShift(ctx(), { deviceId, openingFloat })),
    )

    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? outcome.reason.code : [],
    )
    expect(refused).toEqual(['CLOSED', 'CLOSED'])
  })

  test('a sign-off has the count, the difference and the note, and does not change any more [S-1038]', async () => {
    const deviceId = newDevice()
    const { _id: shiftId } = await openShift(ctx(), { deviceId, openingFloat: 500 })
    await sell(deviceId)

    const shift = await signOffShift(ctx(), {
      deviceId,
      shiftId,
      counted: 640,
      note: 'ten missing',
    })

    const signOff = { counted: 640, difference: -10, note: 'ten missing' }
    expect(shift).toMatchObject({ sales: 150, expected: 650, signOff })
    await sell(deviceId)
    const { open, signedOff: listed } = await listShiftsOfDevice(ctx(), deviceId)
    expect(open).toBeNull()
    expect(listed).toEqual([shift])
    const again = signOffShift(ctx(), { deviceId, shiftId, counted: 650 })
    await expect(again).rejects.toMatchObject({ code: 'CLOSED' })
    const change = sql`update shifts set counted = 650 where id = ${shiftId}`
    await expect(change.execute(ctx().db)).rejects.toThrow(
      'a shift that is signed off does not change',
    )
    await expect(sql`delete from shifts`.execute(ctx().db)).rejects.toThrow()
  })

  test('sales during a sign-off are counted in the shift or outside of it, and never lost [S-1038]', async () => {
    const deviceId = newDevice()
    const { _id: shiftId } = await openShift(ctx(), { deviceId, openingFloat: 0 })
    const sales = Array.from({ length: 8 }, () => sell(deviceId))

    const shift = await signOffShift(ctx(), { deviceId, shiftId, counted: 0 })
    await Promise.all(sales)

    const sum = async (condition: ReturnType<typeof sql>) =>
      Number(
        (
          await sql<{ sum: number }>`
            select coalesce(sum(amount), 0) as sum from payments
             where device_id = ${deviceId} and ${condition}`.execute(ctx().db)
        ).rows[0]?.sum,
      )
    expect(await sum(sql`shift_id = ${shiftId}`)).toBe(shift.sales)
    expect(shift.sales + (await sum(sql`shift_id is null`))).toBe(8 * 150)
  })

  test('the calls open and sign off the shift of the device, and managers see all [S-1037]', async () => {
    const { client, deviceId } = await office().pair('counter', 'Counter 3')
    const opened = (await client.post('/api/office/shift/open', { openingFloat: 200 })).json()
    const { _id: shiftId } = opened as Shift
    expect((await client.post('/api/office/shift/open', { openingFloat: 1 })).statusCode).toBe(409)
    const body = { shiftId, counted: 200 }
    expect((await client.post('/api/office/shift/sign-off', body)).json()).toMatchObject({
      device: { _id: deviceId, name: 'Counter 3' },
      signOff: { difference: 0, note: null },
    })
    const manager = await office().pair('manager')
    const { shifts } = (await manager.client.get('/api/office/shifts')).json() as {
      shifts: Shift[]
    }
    expect(shifts.map(({ _id }) => _id)).toContain(shiftId)
    expect((await client.get('/api/office/shifts')).statusCode).toBe(403)
  })
})
