import { expect, test } from 'vitest'
import { codesOf, createHoldCalls, readClaims, secondsLeft } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000

describeDatabases('the deadline of a selection', (context) => {
  const { hold, checkout, extend } = createHoldCalls(context)
  const advance = (ms: number) => context().clock.advance(ms)
  const create = (options?: Parameters<typeof createShowtime>[1]) =>
    createShowtime(context().ctx, options)

  test('is ten minutes after the first hold for all places, and moved once by beginCheckout to five minutes', async () => {
    const showtime = await create()
    const [a, b, c] = showtime.seats
    const first = await hold('asha', showtime, a)
    expect(first.holdUntil).toBe(first.now + 10 * MINUTE)
    await advance(3 * MINUTE)
    expect(await secondsLeft(hold('asha', showtime, showtime.twoWheelers[0]))).toBe(420)
    await advance(6 * MINUTE)

    expect(await secondsLeft(checkout('asha', showtime, a))).toBe(300)
    await advance(4 * MINUTE)
    for (const seat of [a, b]) {
      expect(await secondsLeft(checkout('asha', showtime, seat))).toBe(60)
    }
    expect(await secondsLeft(hold('asha', showtime, c))).toBe(60)
    expect(await secondsLeft(hold('ravi', showtime, showtime.seats[3]))).toBe(600)

    const rows = (await readClaims(context().ctx, showtime)).filter(
      ({ holder }) => holder === 'asha',
    )
    expect(rows).toHaveLength(4)
    const { held_until, checkout_at } = rows[0] as (typeof rows)[number]
    expect(checkout_at).not.toBeNull()
    for (const one of rows) {
      expect(one).toMatchObject({ held_since: first.now, held_until, checkout_at })
    }
  })

  test('starts anew after the holds have expired, and none of them is counted', async () => {
    const showtime = await create()
    await hold('asha', showtime, ...showtime.seats.slice(0, 10))
    await checkout('asha', showtime, showtime.seats[0])
    await advance(11 * MINUTE)

    const { holdUntil, now } = await hold('asha', showtime, showtime.seats[0])
    await hold('asha', showtime, showtime.seats[20])

    expect(holdUntil).toBe(now + 10 * MINUTE)
    const claims = await readClaims(context().ctx, showtime)
    const live = claims.filter(({ held_until }) => held_until === holdUntil)
    expect(live.map(({ place_id }) => place_id).toSorted()).toEqual(
      [showtime.seats[0], showtime.seats[20]].toSorted(),
    )
    for (const one of live) expect(one).toMatchObject({ held_since: now, checkout_at: null })
  })

  test('is moved by extendHold, never past half an hour after the first hold', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    const granted = []
    for (let times = 0; times < 3; times++) {
      await advance(9 * MINUTE)
      granted.push(await secondsLeft(extend('asha', showtime)))
    }
    expect(granted).toEqual([600, 600, 180])
  })

  test('the deadline of a selection is not moved after the cutoff: no new hold, no extension, but checkout of what is held [R-9.2]', async () => {
    const showtime = await create({ startsIn: 35 * MINUTE })
    await hold('asha', showtime, showtime.seats[0])
    await advance(6 * MINUTE)

    const closed = { code: 'CLOSED', message: 'Booking cutoff time passed' }
    await expect(hold('ravi', showtime, showtime.seats[1])).rejects.toMatchObject(closed)
    await expect(extend('asha', showtime)).rejects.toMatchObject(closed)
    await expect(checkout('asha', showtime, showtime.seats[1])).rejects.toMatchObject(closed)
    expect(await secondsLeft(checkout('asha', showtime, showtime.seats[0]))).toBe(240)
  })

  test('is never after the start of the showtime', async () => {
    const showtime = await create({ startsIn: 5 * MINUTE, cutoffMinutes: 0 })
    expect(await secondsLeft(hold('asha', showtime, showtime.seats[0]))).toBe(300)
    await advance(5 * MINUTE)

    await expect(hold('asha', showtime, showtime.seats[0])).rejects.toMatchObject({
      message: 'Show has started',
    })
  })

  test('of a showtime with its own cutoff follows that cutoff', async () => {
    const closed = await create({ startsIn: 80 * MINUTE, cutoffMinutes: 90 })
    const open = await create({ startsIn: 20 * MINUTE, cutoffMinutes: 10 })

    const codes = await codesOf([closed, open].map((one) => hold('asha', one, one.seats[0])))

    expect(codes).toEqual(['CLOSED', 'ok'])
  })
})
