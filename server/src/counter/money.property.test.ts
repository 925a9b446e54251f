import type { PayoutMethod } from '@marquee/contract/office/counter/refunds'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, test } from 'vitest'
import { cancelStaffBooking } from '#src/bookings/change/changes.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { businessDayAt } from '#src/catalogue/schedule/calendar.ts'
import { AppError } from '#src/errors.ts'
import { createPairingCode, pairDevice } from '#src/office/devices/devices.service.ts'
import { closeDay, getDayClose } from '#src/reports/day-close.service.ts'
import { storeDailyTakings } from '#src/reports/takings/daily-takings.service.ts'
import { issueVoucher } from '#src/vouchers/vouchers.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { expectMoneyAgrees } from '#test/support/expect-money.ts'
import { createClosedDays, expectReportsAgree } from '#test/support/expect-reports.ts'
import { type CreatedShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { listRefunds, payRefund } from './refunds.service.ts'
import { closeShift, listShiftsOfDevice, openShift } from './shifts.service.ts'

const TIMEOUT_MS = 600_000
const PRICE = 150
const DAY = 24 * 3_600_000
/** Takings are stored ten minutes after the end of their day. */
const SETTLE_MS = 15 * 60_000
const DEVICES = 2

/** `pick` chooses among what exists. Each step runs twice at once if `isTwice`. */
const step = fc.record({
  type: fc.constantFrom(
    ...(['sell', 'sell', 'book', 'book', 'issue', 'cancel', 'cancel', 'pay', 'pay'] as const),
    ...(['openShift', 'closeShift', 'cancelShow', 'expire', 'closeDay', 'nextDay'] as const),
  ),
  pick: fc.nat(1000),
  amount: fc.integer({ min: 1, max: 700 }),
  seats: fc.integer({ min: 1, max: 3 }),
  usesVoucher: fc.boolean(),
  payment: fc.constantFrom('cash' as const, 'card' as const, 'complimentary' as const),
  method: fc.constantFrom<PayoutMethod>('cash', 'card', 'voucher'),
  device: fc.nat(DEVICES - 1),
  isTwice: fc.boolean(),
})
type Step = ReturnType<typeof step.generate>['value']

/** Random steps at one show. */
function createWorld(
  context: () => TestContext,
  { showtime, devices }: { showtime: CreatedShowtime; devices: readonly string[] },
) {
  const { ctx, clock } = context()
  const deviceOf = ({ device }: Pick<Step, 'device'>) => devices[device] ?? ''
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
      deviceId: deviceOf(one),
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

  async function cancelBooking({ pick, ...one }: Step) {
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
      deviceId: deviceOf(one),
      reason: 'illness',
      terms: 'full',
      seatIds: cancelled.map(({ place_id }) => place_id),
      refund: cancelled.reduce((sum, { price }) => sum + price, 0),
    })
  }

  async function pay({ pick, method, ...one }: Step) {
    const { refunds } = await listRefunds(ctx, { state: 'owed' })
    const refund = at(refunds, pick)
    if (refund) await payRefund(ctx, { ...refund, method, deviceId: deviceOf(one) })
  }

  async function close({ amount, ...one }: Step) {
    const deviceId = deviceOf(one)
    const { open } = await listShiftsOfDevice(ctx, deviceId)
    if (open) await closeShift(ctx, { deviceId, shiftId: open._id, counted: amount })
  }

  async function expire({ pick }: Step) {
    const vouchers = await ctx.db.selectFrom('vouchers').select('id').orderBy('id').execute()
    const voucher = at(vouchers, pick)
    if (!voucher) return
    await sql`update vouchers set valid_until = clock_ms() where id = ${voucher.id}`.execute(ctx.db)
  }

  /** Every third device is counted wrongly. */
  async function closeToday({ pick, ...one }: Step) {
    const { date, devices: cash } = await getDayClose(ctx)
    const counts = cash.map(({ device, expected }, index) => ({
      device: device._id,
      cash: expected + ((pick + index) % 3 === 0 ? 1 : 0),
    }))
    await closeDay(ctx, { date, counts, deviceId: deviceOf(one) })
  }

  async function waitForNextDay() {
    const { to } = businessDayAt(ctx.now(), ctx.config)
    await clock.advance(to - ctx.now() + SETTLE_MS)
    await storeDailyTakings(ctx)
  }

  const perform: Record<Step['type'], (one: Step) => Promise<unknown>> = {
    sell,
    book: bookOnSite,
    cancel: cancelBooking,
    pay,
    issue: ({ amount, ...one }) =>
      issueVoucher(ctx, { amount, reason: 'goodwill', deviceId: deviceOf(one) }),
    openShift: ({ amount, ...one }) =>
      openShift(ctx, { deviceId: deviceOf(one), openingFloat: amount }),
    closeShift: close,
    expire,
    closeDay: closeToday,
    nextDay: waitForNextDay,
    cancelShow: ({ usesVoucher, pick, ...one }) =>
      pick % 4 > 0
        ? Promise.resolve()
        : cancelShow(ctx, {
            showtimeId: showtime.showtimeId,
            reason: 'Projector broken',
            deviceId: deviceOf(one),
            refundAs: usesVoucher ? 'voucher' : 'money',
          }),
  }
  return async (one: Step) => {
    // Some steps share a moment: a day may be closed in it.
    await clock.advance(one.pick % 2 === 0 ? 1000 : 0)
    // The clock of the test moves once at a time.
    const isTwice = one.isTwice && one.type !== 'nextDay'
    const attempts = Array.from({ length: isTwice ? 2 : 1 }, () => perform[one.type](one))
    for (const outcome of await Promise.allSettled(attempts))
      if (outcome.status === 'rejected' && !(outcome.reason instanceof AppError))
        throw outcome.reason
  }
}

async function pairCounters(ctx: TestContext['ctx']) {
  const ids: string[] = []
  for (let n = 1; n <= DEVICES; n += 1) {
    const { code } = await createPairingCode(ctx, { name: `Counter ${n}`, scope: 'counter' }, null)
    ids.push((await pairDevice(ctx, { code })).device._id)
  }
  return ids
}

describe.each(sequenceRuns({ few: 4, many: 50 }))('random movements of money %o', (parameters) =>
  describeDatabases('in sequences', (context) => {
    test('keep ledger, reports, refunds, vouchers and shifts in agreement, and closed days as they are [S-1051][S-1233]', {
      timeout: TIMEOUT_MS,
    }, async () => {
      const devices = await pairCounters(context().ctx)
      const expectClosedDays = createClosedDays(context())
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
          const { ctx } = context()
          const { seats, ...show } = await createShowtimeWithSeats(ctx, 54, { startsIn: 40 * DAY })
          // Those that are not Standard have other prices.
          const standard = [...seats.slice(0, 8), ...seats.slice(24)]
          const showtime = { ...show, seats: standard }
          const perform = createWorld(context, { showtime, devices })
          for (const one of steps) {
            await perform(one)
            await expectMoneyAgrees(context())
            await expectReportsAgree(context())
            await expectClosedDays()
          }
        }),
        parameters,
      )
    })
  }),
)
