import { expect, test } from 'vitest'
import { changeRows } from '#test/support/change-rows.ts'
import { codesOf, createHoldCalls, readClaims, secondsLeft } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { updateLastSeen } from '../selections/selections.service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

describeDatabases('holds', (context) => {
  const { hold, release, checkout, extend, holders, expire, releaseAll, releaseAbandoned } =
    createHoldCalls(context)
  const advance = (ms: number) => context().clock.advance(ms)
  const create = () => createShowtime(context().ctx)

  test('holdPlaces grants a seat to exactly one of two concurrent holders and emits one event', async () => {
    const showtime = await create()
    const [seat] = showtime.seats

    const codes = await codesOf(['asha', 'ravi'].map((holder) => hold(holder, showtime, seat)))

    expect(codes.toSorted()).toEqual(['TAKEN', 'ok'])
    expect(context().publishedShowtimes).toEqual([showtime.showtimeId])
  })

  test('concurrent requests for the same places never deadlock', async () => {
    const showtime = await create()
    const places = showtime.seats.slice(0, 10).toSorted()
    const rivals = ['ravi', 'bala', 'chitra', 'devi']
    const codes = new Set<string>()

    for (let round = 0; round < 12; round += 1) {
      for (const seat of places.toReversed()) await hold('asha', showtime, seat)
      const roundCodes = await codesOf([
        extend('asha', showtime),
        checkout('asha', showtime, places[0]),
        ...rivals.map((rival) => checkout(rival, showtime, ...places)),
        round % 2 ? releaseAll('asha') : release('asha', showtime, ...places),
        ...rivals.map((rival) => hold(rival, showtime, ...places)),
        ...showtime.seats.flatMap((seat, n) => [
          hold(`visitor ${n}`, showtime, seat).then(() => extend(`visitor ${n}`, showtime)),
          checkout(`rival ${n}`, showtime, seat, showtime.seats[(n + 5) % 24]),
          release(`visitor ${n}`, showtime, seat),
        ]),
      ])
      for (const code of roundCodes) codes.add(code)
      for (const holder of ['asha', ...rivals]) await releaseAll(holder)
      for (const n of showtime.seats.keys()) await releaseAll(`rival ${n}`)
      await advance(MINUTE)
      await releaseAbandoned()
    }

    expect([...codes].filter((code) => !['ok', 'TAKEN', 'NOT_OWNER'].includes(code))).toEqual([])
  })

  test('holdPlaces holds no place and names the lost one when one of several is held', async () => {
    const showtime = await create()
    const [a, b, c] = showtime.seats
    await hold('asha', showtime, b)

    await expect(hold('ravi', showtime, a, b, c)).rejects.toMatchObject({
      code: 'TAKEN',
      details: { places: [{ _id: b }] },
    })

    expect(await holders(showtime)).toEqual({ [b as string]: 'asha' })
  })

  test('holdPlaces grants ten seats and four slots of each kind, also to concurrent requests', async () => {
    const showtime = await create()
    await hold('asha', showtime, ...showtime.seats.slice(0, 8))

    const { seats, twoWheelers, fourWheelers } = showtime
    const others = [...seats.slice(8, 14), ...twoWheelers, ...fourWheelers]
    const codes = await codesOf(others.map((id) => hold('asha', showtime, id)))

    expect(new Set(codes)).toEqual(new Set(['ok', 'LIMIT']))
    const held = Object.keys(await holders(showtime))
    const count = (ids: string[]) => ids.filter((id) => held.includes(id)).length
    expect([seats, twoWheelers, fourWheelers].map(count)).toEqual([10, 4, 4])
    expect(await codesOf([hold('asha', showtime, seats[0])])).toEqual(['ok'])
  })

  test('holdPlaces grants a retired place to its holder only', async () => {
    const showtime = await create()
    const [a, b] = showtime.seats as [string, string]
    await hold('asha', showtime, a)
    await changeRows(context().ctx, showtime.showtimeId, async (db) => {
      await db.updateTable('places').set({ retired: 1 }).where('id', 'in', [a, b]).execute()
      const screen = db
        .updateTable('screens')
        .set(({ eb }) => ({ places_revision: eb('places_revision', '+', 1) }))
      await screen.where('id', '=', showtime.screenId).execute()
    })

    const codes = await codesOf([
      hold('asha', showtime, a),
      hold('ravi', showtime, a),
      hold('asha', showtime, b),
    ])

    expect(codes).toEqual(['ok', 'NOT_FOUND', 'NOT_FOUND'])
  })

  test('releasePlaces ends the deadline with the last place only', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0], showtime.seats[1])

    expect(await secondsLeft(release('asha', showtime, showtime.seats[0]))).toBe(600)
    expect(await secondsLeft(release('asha', showtime, showtime.seats[1]))).toBeNull()
    expect(await secondsLeft(release('asha', showtime, showtime.seats[1]))).toBeNull()
  })

  test('expireHolds deletes every expired hold once when it runs three times at once', async () => {
    await advance(10 * MINUTE)
    await expire()
    const showtime = await create()
    await hold('asha', showtime, ...showtime.seats.slice(0, 8))
    await advance(10 * MINUTE)

    const { rev } = await readSeatMap(context().ctx, showtime.showtimeId)

    await Promise.all([1, 2, 3].map(expire))
    await expire()

    expect(await readClaims(context().ctx, showtime)).toEqual([])
    const after = await readSeatMap(context().ctx, showtime.showtimeId)
    expect([after.rev, after.claims.size]).toEqual([rev + 1, 0])
  })

  test('releaseAbandonedHolds deletes holds of absent holders after the grace period, except in checkout', async () => {
    const showtime = await create()
    const { showtimeId } = showtime
    const [first, second, third] = showtime.seats as [string, string, string]
    await hold('asha', showtime, first)
    await checkout('ravi', showtime, second)
    await hold('bala', showtime, third)
    await advance(MINUTE - SECOND)
    await releaseAbandoned()
    expect(Object.values(await holders(showtime))).toHaveLength(3)

    await updateLastSeen(context().ctx, [{ showtimeId, visitorId: 'bala' }])
    await advance(SECOND)
    await releaseAbandoned()

    expect(await holders(showtime)).toEqual({ [second]: 'ravi', [third]: 'bala' })
  })

  test('holdPlaces records the presence of a holder who requests an own place again', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    await advance(MINUTE)

    const { now } = await hold('asha', showtime, showtime.seats[0])

    expect(await readClaims(context().ctx, showtime)).toMatchObject([{ seen_at: now }])
  })

  test('a seat map revision has the same content until expired holds are deleted', async () => {
    const { ctx } = context()
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    const readStored = async () => {
      const { rev, claims } = await ctx.showtimes.read(showtime.showtimeId)
      return { rev, claims: [...claims] }
    }
    const before = await readStored()
    await advance(11 * MINUTE)

    const later = await readStored()
    expect(later).toEqual(before)

    await expire()
    const swept = await readStored()
    expect(swept).toEqual({ rev: before.rev + 1, claims: [] })
  })

  test('a seat map shows the same holds after the clock of the node has been set', async () => {
    const { ctx } = context()
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    let stepMs = 0
    const node = createNodeContext({ ...ctx, now: () => ctx.now() + stepMs })
    const countHeld = async () => (await readSeatMap(node, showtime.showtimeId)).claims.size

    expect(await countHeld()).toBe(1)
    stepMs = 60 * MINUTE
    expect(await countHeld()).toBe(1)
    stepMs = -60 * MINUTE
    await advance(10 * MINUTE)
    expect(await countHeld()).toBe(0)
  })

  test('the revision grows with every change and not with a refusal', async () => {
    const showtime = await create()
    const rev = async () => (await readSeatMap(context().ctx, showtime.showtimeId)).rev
    const before = await rev()
    await hold('asha', showtime, showtime.seats[0])
    expect(await rev()).toBe(before + 1)
    await codesOf([hold('ravi', showtime, showtime.seats[0])])
    expect(await rev()).toBe(before + 1)
    await release('asha', showtime, showtime.seats[0])
    expect(await rev()).toBe(before + 2)
  })
})
