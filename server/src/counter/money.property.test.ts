import type { PayoutMethod } from '@marquee/contract/office/counter/refunds'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, test } from 'vitest'
import {
  previewCancellationByStaff,
  previewExchangeByStaff,
} from '#src/bookings/change/change-previews.service.ts'
import { cancel } from '#src/bookings/change/changes.service.ts'
import { cancelByStaff, exchangeByStaff } from '#src/bookings/change/staff-changes.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { sendShowMessage } from '#src/bookings/shows/show-messages.service.ts'
import { businessDayAt } from '#src/catalogue/schedule/calendar.ts'
import { admitPass } from '#src/door/admissions.service.ts'
import { AppError } from '#src/errors.ts'
import { createPairingCode, pairDevice } from '#src/office/devices/devices.service.ts'
import { closeDay, getDayClose } from '#src/reports/day-close.service.ts'
import { storeDailyTakings } from '#src/reports/takings/daily-takings.service.ts'
import { issueVoucher } from '#src/vouchers/vouchers.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { expectMoneyAgrees } from '#test/support/expect-money.ts'
import {
  createClosedDays,
  expectAttendanceAgrees,
  expectReportsAgree,
} from '#test/support/expect-reports.ts'
import { type CreatedShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { listRefunds, payRefund } from './refunds.service.ts'
import { listShiftsOfDevice, openShift, signOffShift } from './shifts.service.ts'

const TIMEOUT_MS = 600_000
const PRICE = 150
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Longer than all days of a sequence. */
const SHOW_STARTS_IN = 30 * DAY
/** Takings are stored ten minutes after the end of their day. */
const SETTLE_MS = 15 * 60_000
const DEVICES = 2

/** `pick` chooses among what exists. Each step runs twice at once if `isTwice`. */
const step = fc.record({
  type: fc.constantFrom(
    ...(['sell', 'sell', 'book', 'book', 'issue', 'cancel', 'cancel', 'pay', 'pay'] as const),
    ...(['cancelByPolicy', 'exchange', 'admit', 'message', 'startShow'] as const),
    ...(['openShift', 'signOffShift', 'cancelShow', 'expire', 'closeDay', 'nextDay'] as const),
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

interface Stage {
  /** Its seats are Standard. */
  showtime: CreatedShowtime
  /** Seats of the show with other prices. */
  dearSeats: readonly string[]
  devices: readonly string[]
}

/** Random steps at one show. */
function createWorld(context: () => TestContext, { showtime, dearSeats, devices }: Stage) {
  const { ctx, clock } = context()
  const deviceOf = ({ device }: Pick<Step, 'device'>) => devices[device] ?? ''
  const { createOrder, book } = createBookingCalls(context)
  const startsAt = ctx.now() + SHOW_STARTS_IN
  const takeFrom = (left: string[]) => (count: number) => left.splice(0, count)
  const takeSeats = takeFrom([...showtime.seats])
  const takeDearSeats = takeFrom([...dearSeats])
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

  /** A booking of the show, and some of its places. */
  async function findBooking(pick: number) {
    const { rows } = await sql<{ id: string; reference: string; user_id: string | null }>`
      select id, reference, user_id from bookings
       where exists (select 1 from booking_places where booking_id = bookings.id) and showtime_id = ${showtime.showtimeId}
       order by created_at, id`.execute(ctx.db)
    const booking = at(rows, pick)
    if (!booking) return undefined
    const places = await ctx.db
      .selectFrom('booking_places')
      .select(['place_id', 'price'])
      .where('booking_id', '=', booking.id)
      .orderBy('place_id')
      .execute()
    const some = places.slice(0, 1 + (pick % places.length))
    return { ...booking, some, someIds: some.map(({ place_id }) => place_id) }
  }

  async function cancelBooking({ pick, ...one }: Step) {
    const booking = await findBooking(pick)
    if (!booking) return
    await cancelByStaff(ctx, {
      reference: booking.reference,
      deviceId: deviceOf(one),
      reason: 'illness',
      terms: 'full',
      seatIds: booking.someIds,
      refund: booking.some.reduce((sum, { price }) => sum + price, 0),
    })
  }

  /** The visitor, or the counter for a booking without an account. */
  async function cancelByPolicy({ pick, ...one }: Step) {
    const booking = await findBooking(pick)
    if (!booking) return
    const { reference, user_id: userId, someIds: seatIds } = booking
    const terms = { terms: 'policy' as const, seatIds }
    const { refund } = await previewCancellationByStaff(ctx, reference, terms)
    if (userId !== null) await cancel(ctx, { userId, reference }, { seatIds, refund })
    else {
      const staff = { reference, deviceId: deviceOf(one), reason: 'illness' }
      await cancelByStaff(ctx, { ...staff, ...terms, refund })
    }
  }

  /** For seats of the same or of another price. */
  async function exchangeSeats({ pick, payment, ...one }: Step) {
    const booking = await findBooking(pick)
    if (!booking) return
    const { reference, someIds: giveBack } = booking
    const take = one.usesVoucher ? takeSeats(giveBack.length) : takeDearSeats(giveBack.length)
    if (take.length < giveBack.length) return
    const seats = { showtimeId: showtime.showtimeId, giveBack, take }
    const { difference } = await previewExchangeByStaff(ctx, reference, seats)
    await exchangeByStaff(ctx, {
      ...seats,
      reference,
      difference,
      deviceId: deviceOf(one),
      reason: 'a tall hat',
      payment: payment === 'card' ? 'card' : 'cash',
    })
  }

  async function admit({ pick, seats: count, ...one }: Step) {
    const booking = await findBooking(pick)
    if (!booking) return
    const scannedAt = new Date(ctx.now()).toISOString()
    const scan = { reference: booking.reference, count, scanId: crypto.randomUUID(), scannedAt }
    await admitPass(ctx, {
      scan: { ...scan, showtimeId: showtime.showtimeId },
      deviceId: deviceOf(one),
    })
  }

  /** The show runs from now on, for an hour and a half. */
  async function startShow({ pick }: Step) {
    if (pick % 3 > 0 || ctx.now() >= startsAt) return
    await clock.advance(startsAt - ctx.now() + MINUTE)
    await storeDailyTakings(ctx)
  }

  async function pay({ pick, method, ...one }: Step) {
    const { refunds } = await listRefunds(ctx, { state: 'owed' })
    const refund = at(refunds, pick)
    if (refund) await payRefund(ctx, { ...refund, method, deviceId: deviceOf(one) })
  }

  async function close({ amount, ...one }: Step) {
    const deviceId = deviceOf(one)
    const { open } = await listShiftsOfDevice(ctx, deviceId)
    if (open) await signOffShift(ctx, { deviceId, shiftId: open._id, counted: amount })
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
    signOffShift: close,
    cancelByPolicy,
    exchange: exchangeSeats,
    admit,
    startShow,
    message: ({ pick, ...one }) =>
      sendShowMessage(ctx, {
        showtimeId: showtime.showtimeId,
        text: 'Doors open at 7:15 PM.',
        deviceId: deviceOf(one),
        key: `message ${pick}`,
      }),
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
            refundFor: ctx.now() >= startsAt && one.isTwice ? 'admitted' : 'all',
            refundAs: usesVoucher ? 'voucher' : 'money',
          }),
  }
  return async (one: Step) => {
    // Some steps share a moment: a day may be closed in it.
    await clock.advance(one.pick % 2 === 0 ? 1000 : 0)
    // The clock of the test moves once at a time.
    const isTwice = one.isTwice && one.type !== 'nextDay' && one.type !== 'startShow'
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
          const { seats, ...show } = await createShowtimeWithSeats(ctx, 54, {
            startsIn: SHOW_STARTS_IN,
          })
          const showtime = { ...show, seats: [...seats.slice(0, 8), ...seats.slice(24)] }
          const dearSeats = seats.slice(8, 24)
          const perform = createWorld(context, { showtime, dearSeats, devices })
          for (const one of steps) {
            await perform(one)
            await expectMoneyAgrees(context())
            await expectReportsAgree(context())
            await expectAttendanceAgrees(context(), showtime)
            await expectClosedDays()
          }
        }),
        parameters,
      )
    })
  }),
)
