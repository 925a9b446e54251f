import { formatVoucherCode } from '@marquee/contract/bookings/voucher-code'
import { expect, test } from 'vitest'
import { cancelByStaff } from '#src/bookings/change/staff-changes.service.ts'
import { readSale } from '#src/bookings/list/staff-bookings.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { runCommand } from '#test/support/commands.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'

describeContext('marquee office, people and money', (context) => {
  const served = setupTestOffice(context)
  const office = (...args: string[]) =>
    runCommand('office', args, {
      ...context().environment,
      OFFICE_PORT: new URL(served().url).port,
    })
  async function json<Answer>(...args: string[]) {
    const { code, output } = await office('--json', ...args)
    expect([code, output]).toEqual([0, output])
    return JSON.parse(output) as Answer
  }

  test('person adds, lists and retires people, and prints a new PIN that works [S-1030]', async () => {
    const added = await json<{ _id: string; pin: string }>(
      ...['person', 'add', 'Meera', '--scope', 'manager', 'door'],
    )
    expect(added.pin).toMatch(/^\d{6}$/)
    expect((await office('person', 'list')).output).toContain('Meera')
    const { pin } = await json<{ pin: string }>('person', 'pin', added._id)
    const { client } = await served().pair('manager')

    const unlock = (tried: string) =>
      client.post('/api/office/unlock', { personId: added._id, pin: tried })

    expect((await unlock(added.pin)).statusCode).toBe(403)
    expect((await unlock(pin)).statusCode).toBe(200)
    expect((await office('person', 'retire', added._id)).code).toBe(0)
    expect((await client.get('/api/office/device')).json()).toMatchObject({ people: [] })
  })

  test('refund lists what the counter owes and pays it out once, and voucher issues one [S-1040]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const sale = { placeIds: seats.slice(0, 1), payment: 'cash' as const, totalCost: 150 }
    const bookingId = await sellAtCounter(ctx, { showtimeId, deviceId: 'counter', sale })
    const { booking } = await readSale(ctx, bookingId)
    await cancelByStaff(ctx, {
      reference: booking.reference,
      deviceId: 'counter',
      reason: 'illness',
      terms: 'full',
      refund: 150,
    })

    expect((await office('refund', 'list')).output).toContain(booking.reference)
    const paid = await office('refund', 'pay', bookingId, '2', '--by', 'cash')
    expect(paid).toEqual({ code: 0, output: 'Paid out.\n' })
    const again = await office('refund', 'pay', bookingId, '2', '--by', 'card')
    expect(again.code).not.toBe(0)
    expect(again.output).toContain('was paid out already')
    const { code } = await json<{ code: string }>(
      ...['voucher', 'issue', '250', '--reason', 'goodwill'],
    )
    expect((await office('voucher', 'list')).output).toContain(formatVoucherCode(code))
    expect((await office('voucher', 'issue', 'many', '--reason', 'goodwill')).code).not.toBe(0)
    expect((await office('shift', 'list')).code).toBe(0)
    expect((await office('shift', 'list', '--csv')).output).toContain('device,opened,')
    const csv = await office('voucher', 'list', '--csv')
    expect(csv.output).toContain(`${formatVoucherCode(code)},250,250,`)
  })
})
