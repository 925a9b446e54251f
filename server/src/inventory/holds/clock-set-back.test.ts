import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { codesOf, createHoldCalls, readClaims, secondsLeft } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { readHoldState } from './holds.service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describeDatabases('a clock that is set back', (context) => {
  const { hold, extend, holders, expire, releaseAbandoned } = createHoldCalls(context)
  const { book, createOrder } = createBookingCalls(context)
  const step = (ms: number) => context().clock.step(ms)
  const create = () => createShowtime(context().ctx)

  test('by more than the longest hold ends the holds for good', async () => {
    const showtime = await create()
    const [taken, bought, other] = showtime.seats as [string, string, string]
    await hold('asha', showtime, taken, bought, other)
    await step(-3 * HOUR)
    const order = await createOrder(showtime, [bought])

    // The node notices the new time when it reads the state of another showtime.
    for (const { showtimeId } of [await create(), showtime]) {
      const state = await readHoldState(context().ctx, { showtimeId, holder: 'asha' })
      expect(state.holdUntil).toBeNull()
    }
    await expect(extend('asha', showtime)).rejects.toMatchObject({ code: 'NOT_OWNER' })
    expect(await holders(showtime)).toEqual({})
    expect(await codesOf([hold('ravi', showtime, taken), book(order)])).toEqual(['ok', 'ok'])

    await expire()
    expect(await holders(showtime)).toEqual({ [taken]: 'ravi', [bought]: null })
  })

  test('by less keeps the holds, and an extension then leaves no more than the longest hold', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    await step(-20 * MINUTE)
    await expire()

    expect(await secondsLeft(extend('asha', showtime))).toBe(30 * 60)
  })

  test('and a hold whose holder was last seen in the future is released', async () => {
    const { ctx } = context()
    const showtime = await create()
    const { now } = await hold('asha', showtime, showtime.seats[0])
    const { showtimeId } = showtime
    await changeRows(ctx, showtimeId, (db) =>
      db
        .updateTable('selections')
        .set({ seen_at: now + MINUTE })
        .where('showtime_id', '=', showtimeId)
        .execute(),
    )

    await releaseAbandoned()

    expect(await holders(showtime)).toEqual({})
  })

  test('never sells a place twice, or one that another visitor holds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const showtime = await create()
      const [seat] = showtime.seats as [string]
      await hold('asha', showtime, seat)
      await expire()
      const orders = await Promise.all([1, 2].map(() => createOrder(showtime, [seat])))
      await step(round % 2 === 0 ? -3 * HOUR : -MINUTE)

      const codes = await codesOf([expire(), ...orders.map(book), hold('ravi', showtime, seat)])

      const claims = await readClaims(context().ctx, showtime)
      const granted = codes.slice(1).filter((code) => code === 'ok')
      expect(claims).toHaveLength(1)
      expect(granted.length).toBeLessThanOrEqual(1)
      if (claims[0]?.booking_id) expect(claims[0]).toMatchObject({ holder: null, held_until: null })
    }
  })
})
