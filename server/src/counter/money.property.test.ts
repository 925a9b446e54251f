import type { PayoutMethod } from '@marquee/contract/office/counter/refunds'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { cancelStaffBooking } from '#src/bookings/change/changes.service.ts'
import { reconcile } from '#src/bookings/list/reconcile.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { AppError } from '#src/errors.ts'
import { issueVoucher } from '#src/vouchers/vouchers.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { type CreatedShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { listRefunds, payRefund } from './refunds.service.ts'
import { closeShift, listShiftsOfDevice, openShift } from './shifts.service.ts'

const TIMEOUT_MS = 600_000
const PRICE = 150
const DEVICES = ['counter 1', 'counter 2'] as const

/** `pick` chooses among what exists. Each step runs twice at once if `isTwice`. */
const step = fc.record({
  type: fc.constantFrom(
    ...(['sell', 'sell', 'book', 'book', 'issue', 'cancel', 'cancel', 'pay', 'pay'] as const),
    ...(['openShift', 'closeShift', 'cancelShow'] as const),
  ),
  pick: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 700 }),
  seats: fc.integer({ min: 1, max: 3 }),
  usesVoucher: fc.boolean(),
  payment: fc.constantFrom('cash' as const, 'card' as const, 'complimentary' as const),
  method: fc.constantFrom<PayoutMethod>('cash', 'card', 'voucher'),
  device: fc.constantFrom(...DEVICES),
  isTwice: fc.boolean(),
})
type Step = ReturnType<typeof step.generate>['value']

/** Random steps at one show. */
function createWorld(context: () => TestContext, showtime: CreatedShowtime) {
  const { ctx } = context()
  const { createOrder, book } = createBookingCalls(context)
  let nextSeat = 0
  const takeSeats = (count: number) => {
    const seats = showtime.seats.slice(nextSeat, nextSeat + count)
    nextSeat += seats.length
    return seats
  }
  const at = <T>(rows: readonly T[], pick: number) => rows[pick % Math.max(1, rows.length)]

  /** A voucher for this price as the buyer sees it, if there is one. */
  async function findVoucher({ usesVoucher, pick }: Step, price: number) {
    if (!usesVoucher) return undefined
    const { rows } = await sql<{ code: string; balance: number }>`
      select code, balance from vouchers order by created_at, id`.execute(ctx.db)
    const voucher = at(rows, pick)
    if (!voucher || voucher.balance === 0) return undefined
    return { code: voucher.code, amount: Math.min(voucher.balance, price) }
  }

  async function sell(one: Step) {
    const placeIds = takeSeats(one.seats)
    if (placeIds.length === 0) return
    const totalCost = placeIds.length * PRICE
    const isFree = one.payment === 'complimentary'
    const voucher = isFree ? undefined : await findVoucher(one, totalCost)
    await sellAtCounter(ctx, {
      showtimeId: showtime.showtimeId,
      deviceId: one.device,
      sale: {
        placeIds,
        totalCost,
        payment: one.payment,
        ...(isFree && { reason: 'goodwill' }),
        ...(voucher && { voucher }),
      },
    })
  }

  async function bookOnSite(one: Step) {
    const seats = takeSeats(one.seats)
    if (seats.length === 0) return
    const voucher = await findVoucher(one, seats.length * PRICE)
    await book(await createOrder(showtime, seats, { ...(voucher && { voucher }) }))
  }

  async function cancelBooking({ pick, device }: Step) {
    const { rows } = await sql<{ id: string; reference: string }>`
      select id, reference from bookings
       where exists (select 1 from booking_places where booking_id = bookings.id) and showtime_id = ${showtime.showtimeId}
       order by created_at, id`.execute(ctx.db)
    const booking = at(rows, pick)
    if (!booking) return
    const places = await ctx.db
      .selectFrom('booking_places')
      .select(['place_id', 'price'])
      .where('booking_id', '=', booking.id)
      .orderBy('place_id')
      .execute()
    const cancelled = places.slice(0, 1 + (pick % places.length))
    await cancelStaffBooking(ctx, {
      reference: booking.reference,
      deviceId: device,
      reason: 'illness',
      terms: 'full',
      seatIds: cancelled.map(({ place_id }) => place_id),
      refund: cancelled.reduce((sum, { price }) => sum + price, 0),
    })
  }

  async function pay({ pick, method, device }: Step) {
    const { refunds } = await listRefunds(ctx, { state: 'owed' })
    const refund = at(refunds, pick)
    if (refund) await payRefund(ctx, { ...refund, method, deviceId: device })
  }

  async function close({ device, amount }: Step) {
    const { open } = await listShiftsOfDevice(ctx, device)
    if (open) await closeShift(ctx, { deviceId: device, shiftId: open._id, counted: amount })
  }

  const perform: Record<Step['type'], (one: Step) => Promise<unknown>> = {
    sell,
    book: bookOnSite,
    cancel: cancelBooking,
    pay,
    issue: ({ amount, device }) =>
      issueVoucher(ctx, { amount, reason: 'goodwill', deviceId: device }),
    openShift: ({ device, amount }) => openShift(ctx, { deviceId: device, openingFloat: amount }),
    closeShift: close,
    cancelShow: ({ device, usesVoucher, pick }) =>
      pick % 4 > 0
        ? Promise.resolve()
        : cancelShow(ctx, {
            showtimeId: showtime.showtimeId,
            reason: 'Projector broken',
            deviceId: device,
            refundAs: usesVoucher ? 'voucher' : 'money',
          }),
  }
  return async (one: Step) => {
    const attempts = Array.from({ length: one.isTwice ? 2 : 1 }, () => perform[one.type](one))
    for (const outcome of await Promise.allSettled(attempts))
      if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError))
        throw outcome.reason
  }
}

/** What the books say, read without the statements of the product. */
async function expectInvariants({ ctx }: TestContext) {
  expect((await reconcile(ctx.reader)).problems).toEqual([])
  const payments = await ctx.db.selectFrom('payments').selectAll().execute()
  const vouchers = await ctx.db.selectFrom('vouchers').selectAll().execute()
  const shifts = await ctx.db.selectFrom('shifts').selectAll().execute()
  const sum = (rows: readonly { amount: number }[]) =>
    rows.reduce((total, { amount }) => total + Number(amount), 0)
  const of = (kind: string, method: string) =>
    payments.filter((row) => row.kind === kind && row.method === method)

  // No refund is paid out twice, and none that the counter does not owe.
  const paidOut = payments.filter(({ kind }) => kind === 'payout')
  const keys = paidOut.map(({ booking_id, refund_number }) => `${booking_id} ${refund_number}`)
  expect(new Set(keys).size).toBe(keys.length)
  const owed = await listRefunds(ctx, { state: 'owed' })
  const refunds = sum([...of('refund', 'cash'), ...of('refund', 'card')])
  expect(owed.owed.cash + owed.owed.card).toBe(refunds - sum(paidOut))

  // Vouchers are worth what was put in, less what they have paid.
  for (const { balance, amount } of vouchers) {
    expect(Number(balance)).toBeGreaterThanOrEqual(0)
    expect(Number(balance)).toBeLessThanOrEqual(Number(amount))
  }
  const byHand = sum(vouchers.filter(({ booking_id }) => booking_id === null))
  const putIn = byHand + sum([...of('refund', 'voucher'), ...of('payout', 'voucher')])
  const left = vouchers.reduce((total, { balance }) => total + Number(balance), 0)
  expect(left).toBe(putIn - sum(of('payment', 'voucher')))

  // A closed shift has the cash of the ledger.
  for (const shift of shifts.filter(({ closed_at }) => closed_at !== null)) {
    const own = (kind: string) =>
      sum(of(kind, 'cash').filter(({ shift_id }) => shift_id === shift.id))
    expect([Number(shift.sales), Number(shift.payouts)]).toEqual([own('payment'), own('payout')])
  }
}

describe.each(sequenceRuns({ few: 4, many: 50 }))('random movements of money %o', (parameters) =>
  describeDatabases('in sequences', (context) => {
    test(
      'keep ledger, refunds, vouchers and shifts in agreement [S-1051]',
      { timeout: TIMEOUT_MS },
      () =>
        fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
            const { seats, ...show } = await createShowtimeWithSeats(context().ctx, 54)
            // Those that are not Standard have other prices.
            const standard = [...seats.slice(0, 8), ...seats.slice(24)]
            const showtime = { ...show, seats: standard }
            const perform = createWorld(context, showtime)
            for (const one of steps) {
              await perform(one)
              await expectInvariants(context())
            }
          }),
          parameters,
        ),
    )
  }),
)
