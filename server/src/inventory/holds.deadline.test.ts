import { expect, test } from 'vitest'
import { codesOf, createHoldCalls, secondsLeft } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000

describeDatabases('the deadline of a selection', (context) => {
  const { hold, checkout, extend, holders } = createHoldCalls(context)
  const advance = (ms: number) => context().clock.advance(ms)
  const create = (options?: Parameters<typeof createShowtime>[1]) =>
    createShowtime(context().ctx, options)
  const storedHolds = ({ showtimeId }: CreatedShowtime) =>
    context()
      .ctx.db.selectFrom('claims')
      .select(['place_id', 'held_since', 'held_until', 'checkout_at'])
      .where('showtime_id', '=', showtimeId)
      .execute()

  test('is ten minutes after the first hold, for all places of a holder', async () => {
    const showtime = await create()
    expect(await secondsLeft(hold('asha', showtime, showtime.seats[0]))).toBe(600)
    await advance(100_000)

    expect(await secondsLeft(hold('asha', showtime, showtime.twoWheelers[0]))).toBe(500)
  })

  test('is the same for places that are held after a checkout', async () => {
    const showtime = await create()
    const [a, b, c] = showtime.seats
    const first = await hold('asha', showtime, a)
    await advance(6 * MINUTE)
    await checkout('asha', showtime, a)
    await advance(MINUTE)

    const later = [
      await hold('asha', showtime, b),
      await hold('asha', showtime, a),
      await hold('asha', showtime, showtime.twoWheelers[0]),
    ]

    const rows = await storedHolds(showtime)
    const until = rows[0]?.held_until as number
    expect(rows).toHaveLength(3)
    for (const { held_since, held_until, checkout_at } of rows) {
      expect([held_since, held_until, checkout_at]).toEqual([
        ...[first.now, until, rows[0]?.checkout_at],
      ])
      expect(checkout_at).not.toBeNull()
    }
    expect(later.map(({ holdUntil }) => holdUntil)).toEqual([until, until, until])
    expect((await hold('ravi', showtime, c)).holdUntil).toBeGreaterThan(until)
  })

  test('starts anew after the holds have expired, and none of them is counted', async () => {
    const showtime = await create()
    await hold('asha', showtime, ...showtime.seats.slice(0, 10))
    await checkout('asha', showtime, showtime.seats[0])
    await advance(11 * MINUTE)

    const { holdUntil, now } = await hold('asha', showtime, showtime.seats[0])
    await hold('asha', showtime, showtime.seats[20])

    expect(holdUntil).toBe(now + 10 * MINUTE)
    const live = (await storedHolds(showtime)).filter(({ held_until }) => held_until === holdUntil)
    expect(live.map(({ place_id }) => place_id).toSorted()).toEqual(
      [showtime.seats[0], showtime.seats[20]].toSorted(),
    )
    for (const one of live) expect(one).toMatchObject({ held_since: now, checkout_at: null })
  })

  test('is moved once by beginCheckout, to five minutes from now', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    await advance(9 * MINUTE)

    expect(await secondsLeft(checkout('asha', showtime, showtime.seats[0]))).toBe(300)
    await advance(4 * MINUTE)
    expect(await secondsLeft(checkout('asha', showtime, showtime.seats[0]))).toBe(60)
  })

  test('beginCheckout holds free places too, all or none', async () => {
    const showtime = await create()
    const [a, b] = showtime.seats
    await hold('ravi', showtime, b)

    await expect(checkout('asha', showtime, a, b)).rejects.toMatchObject({ code: 'TAKEN' })
    expect(await holders(showtime)).toEqual({ [b as string]: 'ravi' })
    expect(await secondsLeft(checkout('asha', showtime, a))).toBe(600)
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

  test('extendHold without a hold is refused with NOT_OWNER', async () => {
    expect(await codesOf([extend('asha', await create())])).toEqual(['NOT_OWNER'])
  })

  test('is not moved after the cutoff: no new hold, no extension, but checkout of what is held [R-9.2]', async () => {
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

  test.each([
    { startsIn: 80 * MINUTE, cutoffMinutes: 90, expected: 'CLOSED' },
    { startsIn: 20 * MINUTE, cutoffMinutes: 10, expected: 'ok' },
  ])(
    'holdPlaces follows the cutoff of the showtime: $cutoffMinutes minutes, $expected',
    async ({ expected, ...options }) => {
      const showtime = await create(options)

      expect(await codesOf([hold('asha', showtime, showtime.seats[0])])).toEqual([expected])
    },
  )
})
