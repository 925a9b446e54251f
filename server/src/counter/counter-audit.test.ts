import type { AuditAction } from '@marquee/contract/office/audit'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeContext } from '#test/support/test-context.ts'
import { currentDay } from '../reports/business-days.ts'

describeContext('the audit of the counter', (context) => {
  const office = setupTestOffice(context)

  test('each call that moves money writes one entry with its device, and a refused one writes none [S-1238]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtime(ctx)
    const { client, deviceId } = await office().pair('manager', 'Counter 1')
    const readActions = async () => {
      const entries = await ctx.db
        .selectFrom('audit')
        .select('action')
        .where('device_id', '=', deviceId)
        .orderBy('at')
        .orderBy('id')
        .execute()
      return entries.map(({ action }) => action)
    }
    let before = await readActions()

    /** Makes a call, and expects these actions of the device since the one before. */
    async function expectActions(actions: AuditAction[], path: string, body: object) {
      await context().clock.advance(1)
      const response = await client.post(`/api/office/${path}`, body)
      expect([path, response.statusCode < 400]).toEqual([path, actions.length > 0])
      const after = await readActions()
      expect([path, after.slice(before.length)]).toEqual([path, actions])
      before = after
      return response.json()
    }

    const shift = await expectActions(['shift.open'], 'shift/open', { openingFloat: 500 })
    await expectActions([], 'shift/open', { openingFloat: 500 })
    const placeIds = seats.slice(0, 1)
    const sell = { placeIds, payment: 'cash', totalCost: 150 }
    const { booking } = (await expectActions(
      ['booking.sell'],
      `shows/${showtimeId}/sell`,
      sell,
    )) as { booking: { _id: string; reference: string } }
    await expectActions([], `shows/${showtimeId}/sell`, sell)
    const cancel = { terms: 'full', refund: 150, reason: 'illness' }
    const path = `bookings/${booking.reference}/cancel`
    await expectActions([], path, { ...cancel, refund: 149 })
    await expectActions(['booking.cancel'], path, cancel)
    const pay = `refunds/${booking._id}/2/pay`
    await expectActions(['refund.pay-out'], pay, { method: 'voucher' })
    await expectActions([], pay, { method: 'voucher' })
    await expectActions(['voucher.issue'], 'vouchers', { amount: 100, reason: 'goodwill' })
    await expectActions([], 'vouchers', { amount: 0, reason: 'goodwill' })
    const { _id: shiftId } = shift as { _id: string }
    await expectActions(['shift.sign-off'], 'shift/sign-off', { shiftId, counted: 650 })
    await expectActions([], 'shift/sign-off', { shiftId, counted: 650 })
    const date = await currentDay(ctx)
    await expectActions([], 'reports/day-close', { date, counts: [] })
    const counts = [{ device: deviceId, cash: 650 }]
    await expectActions(['day.close'], 'reports/day-close', { date, counts })
    await expectActions([], 'reports/day-close', { date, counts })
  })
})
