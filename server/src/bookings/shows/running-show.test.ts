import { parseVoucherCode } from '@marquee/contract/bookings/voucher-code'
import type { RefundAs, RefundFor } from '@marquee/contract/office/shows/show-cancellations'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { sellAtCounter } from '../order/staff-sales.service.ts'
import { cancelShow, previewShowCancellation } from './show-cancellation.service.ts'

const MINUTE = 60_000

describeDatabases('cancelling a running show', (context) => {
  const { createOrder, book, listBookings, soldPlaces } = createBookingCalls(context)
  const office = setupTestOffice(context)
  const ctx = () => context().ctx

  /** A show that runs: a party of the site was let in, another has not come, and the counter has sold a seat for cash. 150 rupees a seat. */
  async function createRunningShow() {
    const showtime = await createShowtime(ctx(), { startsIn: 10 * MINUTE, cutoffMinutes: 0 })
    const { showtimeId, seats } = showtime
    const present = await createOrder(showtime, seats.slice(0, 2))
    const absent = await createOrder(showtime, seats.slice(2, 3))
    const { bookingReference: reference } = await book(present)
    await book(absent)
    const sale = { placeIds: seats.slice(3, 4), payment: 'cash' as const, totalCost: 150 }
    const counterId = await sellAtCounter(ctx(), { showtimeId, deviceId: 'counter', sale })
    const door = await office().pair('door')
    const scan = { reference, count: 2, scanId: crypto.randomUUID() }
    const scannedAt = new Date(ctx().now()).toISOString()
    const admitted = await door.client.post('/api/office/admissions', { ...scan, scannedAt })
    expect(admitted.statusCode).toBe(200)
    await context().clock.advance(30 * MINUTE)
    const cancel = (refundFor: RefundFor, refundAs: RefundAs) =>
      cancelShow(ctx(), {
        showtimeId,
        reason: 'Projector broken',
        deviceId: 'device',
        refundFor,
        refundAs,
      })
    return { showtime, present, absent, counterId, cancel }
  }
  const refundsOf = (bookingId: string) =>
    ctx()
      .db.selectFrom('payments')
      .select(['amount', 'method'])
      .where('booking_id', '=', bookingId)
      .where('kind', '=', 'refund')
      .execute()
  const vouchersOf = (bookingId: string) =>
    ctx()
      .db.selectFrom('vouchers')
      .select(['code', 'amount', 'balance'])
      .where('booking_id', '=', bookingId)
      .execute()
  async function expectBooksAgree() {
    expect((await reconcile(ctx().reader)).problems).toEqual([])
  }
  const bookingOf = async (userId: string) => {
    const [booking] = await listBookings(userId)
    if (!booking) throw new Error('There is no booking')
    return booking
  }

  test('everyone gets the money back, as the preview says by method [S-1050]', async () => {
    const { showtime, absent, counterId, cancel } = await createRunningShow()
    const methods = { online: 450, cash: 150, card: 0, voucher: 0 }
    expect(await previewShowCancellation(ctx(), showtime.showtimeId)).toMatchObject({
      isRunning: true,
      toRefund: { bookings: 3, refund: 600, methods },
    })

    const done = await cancel('all', 'money')

    expect(done.refunded).toMatchObject({ bookings: 3, refund: 600, methods })
    expect(await bookingOf(absent.userId)).toMatchObject({ cancelled: true, refunded: 150 })
    expect(await refundsOf(counterId)).toEqual([{ amount: 150, method: 'cash' }])
    await expectBooksAgree()
  })

  test('only those who were let in get the money back, and no place stays sold [S-1050]', async () => {
    const { showtime, present, absent, counterId, cancel } = await createRunningShow()

    const done = await cancel('admitted', 'money')

    expect(done.refunded).toMatchObject({ bookings: 3, refund: 300 })
    expect(await bookingOf(present.userId)).toMatchObject({ cancelled: true, refunded: 300 })
    const left = await bookingOf(absent.userId)
    expect(left).toMatchObject({ cancelled: true, totalCost: 150 })
    expect(left.refunded).toBeUndefined()
    expect(await refundsOf(counterId)).toEqual([])
    expect(await soldPlaces(showtime)).toEqual([])
    await expectBooksAgree()
  })

  test('each booking gets a voucher of what it has paid, and its code by mail [S-1050]', async () => {
    const { present, counterId, cancel } = await createRunningShow()

    const done = await cancel('all', 'voucher')

    expect(done.refunded).toMatchObject({
      refund: 600,
      methods: { online: 0, cash: 0, voucher: 600 },
    })
    const { _id: bookingId } = await bookingOf(present.userId)
    const [voucher] = await vouchersOf(bookingId)
    expect(voucher).toMatchObject({ amount: 300, balance: 300 })
    expect(await vouchersOf(counterId)).toMatchObject([{ amount: 150, balance: 150 }])
    const mails = await context().sentMails()
    const mail = mails.find(({ text }) => text.includes('a voucher. Its code is'))
    const [typed = ''] = /\w{4}(-\w{4}){3}/.exec(mail?.text ?? '') ?? []
    const codes = [...(await vouchersOf(bookingId)), ...(await vouchersOf(counterId))].map(
      ({ code }) => code,
    )
    expect(parseVoucherCode(typed)).toBe(voucher?.code)
    expect(new Set(codes).size).toBe(2)
    await expectBooksAgree()
  })

  test('before the start, all bookings are refunded [S-1050]', async () => {
    const { showtimeId } = await createShowtime(ctx(), { startsIn: 10 * MINUTE })

    const early = cancelShow(ctx(), {
      showtimeId,
      reason: 'Projector broken',
      deviceId: 'device',
      refundFor: 'admitted',
    })

    await expect(early).rejects.toMatchObject({ code: 'CLOSED' })
  })
})
