import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { changeKind } from '#src/bookings/change/change-command.ts'
import { previewChange } from '#src/bookings/change/change-previews.service.ts'
import { sellAtCounter } from '#src/bookings/order/staff-sales.service.ts'
import { recipientKey } from '#src/messages/mail/recipient-key.ts'
import { issueVoucher } from '#src/vouchers/vouchers.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { type Cost, costOf, unansweredStatements } from '#test/support/statement-costs.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { inShowtimes, submitCommand } from '../showtimes.ts'

// What a command costs the database, in statements and round trips: a later capability cannot make it dearer unnoticed.

afterEach(() => {
  expect(unansweredStatements()).toBe(0)
})

describeDatabases('the statements', (context) => {
  const ctx = () => context().ctx
  const { hold } = createHoldCalls(context)
  const { createOrder, book } = createBookingCalls(context)
  const isPostgres = () => ctx().config.databaseUrl !== undefined

  /** A showtime whose state is in memory. */
  async function create(): Promise<CreatedShowtime> {
    const showtime = await createShowtimeWithSeats(ctx(), 40)
    await hold('first', showtime, showtime.seats[39])
    return showtime
  }

  const holdMany = ({ seats, ...showtime }: CreatedShowtime, count: number) =>
    costOf(() =>
      Promise.all(
        seats.slice(0, count).map((seat, n) => hold(`holder ${n}`, { seats, ...showtime }, seat)),
      ),
    )

  test('of many holds are those of one', async () => {
    const one = await holdMany(await create(), 1)
    const many = await holdMany(await create(), 20)
    expect(many).toEqual(one)
    // PostgreSQL: begin, lock, write and commit.
    expect(one.statements).toBeLessThanOrEqual(isPostgres() ? 4 : 7)
    if (isPostgres()) expect(one.roundTrips).toBe(2)
  })

  test('of a refusal are those of its transaction', async () => {
    const showtime = await create()
    const taken = await costOf(() =>
      hold('ravi', showtime, showtime.seats[39]).catch(() => undefined),
    )
    expect(taken.statements).toBeLessThanOrEqual(isPostgres() ? 3 : 4)
    if (isPostgres()) expect(taken.roundTrips).toBe(2)
  })

  /** Runs calls whose commands arrive while the showtime is busy, so that they share a transaction. */
  async function whileBusy({ showtimeId }: CreatedShowtime, calls: (() => Promise<unknown>)[]) {
    const { showtimes } = ctx()
    const busy = inShowtimes(ctx(), [showtimeId], async () => {
      while (showtimes.pending() <= calls.length) await yieldToEventLoop()
    })
    await Promise.all([busy, ...calls.map((call) => call())])
  }

  test('of many bookings are those of one', async () => {
    const costs: Cost[] = []
    for (const count of [1, 8]) {
      const showtime = await create()
      const calls: (() => Promise<unknown>)[] = []
      for (const seat of showtime.seats.slice(0, count)) {
        const order = await createOrder(showtime, [seat])
        calls.push(() => book({ ...order, isConfirmed: true }))
      }
      costs.push(await costOf(() => whileBusy(showtime, calls)))
    }
    const [one, many] = costs
    expect(many?.statements).toBe(one?.statements)
    expect(one?.statements).toBeLessThanOrEqual(isPostgres() ? 12 : 15)
  })

  test('of a sale at the counter with a voucher are at most three more than those without one, sent together [S-1237]', async () => {
    const { code } = await issueVoucher(ctx(), {
      amount: 1000,
      reason: 'goodwill',
      deviceId: 'manager',
    })
    const costs: Cost[] = []
    for (const voucher of [undefined, { code, amount: 150 }]) {
      const showtime = await create()
      const placeIds = showtime.seats.slice(0, 1)
      costs.push(
        await costOf(() =>
          sellAtCounter(ctx(), {
            showtimeId: showtime.showtimeId,
            deviceId: 'counter 1',
            sale: { placeIds, payment: 'cash', totalCost: 150, ...(voucher && { voucher }) },
          }),
        ),
      )
    }
    const [without, withVoucher] = costs
    expect(without?.statements).toBeLessThanOrEqual(isPostgres() ? 7 : 10)
    expect(withVoucher?.statements).toBeLessThanOrEqual((without?.statements ?? 0) + 3)
    if (isPostgres()) for (const { roundTrips } of costs) expect(roundTrips).toBe(2)
  })

  /** Cancels a booking of a seat in the showtime. The command alone, without what is read for the answer. */
  async function createCancellation(showtime: CreatedShowtime, seat: string) {
    const order = await createOrder(showtime, [seat])
    const { _id: bookingId, bookingReference: reference } = await book(order)
    const { refund } = await previewChange(ctx(), { userId: order.userId, reference }, {})
    const recipient = { recipient: order.email, recipientKey: recipientKey(ctx(), order.email) }
    return () =>
      submitCommand(ctx(), changeKind, showtime.showtimeId, {
        bookingId,
        ownerId: order.userId,
        request: { type: 'cancel', refund },
        key: { key_hash: reference, request_hash: reference },
        recipient,
      })
  }

  test('of many cancellations are those of one', async () => {
    const costs: Cost[] = []
    for (const count of [1, 8]) {
      const showtime = await create()
      const calls: (() => Promise<unknown>)[] = []
      for (const seat of showtime.seats.slice(0, count))
        calls.push(await createCancellation(showtime, seat))
      costs.push(await costOf(() => whileBusy(showtime, calls)))
    }
    const [one, many] = costs
    expect(many).toEqual(one)
    expect(one?.statements).toBeLessThanOrEqual(30)
  })

  test('of a cancellation are sent in two round trips', async () => {
    const showtime = await create()
    const [seat = ''] = showtime.seats
    const cancelled = await costOf(await createCancellation(showtime, seat))
    expect(cancelled.statements).toBeLessThanOrEqual(25)
    if (isPostgres()) expect(cancelled.roundTrips).toBe(2)
  })
})
