import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import type { HoldState } from './claim-requests.ts'
import * as expiry from './expiry.service.ts'
import * as claims from './holds.service.ts'
import { readRecordedSeatMap, readSeatMap } from './seat-map.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

describeDatabases('claims', (world) => {
  const hold = (
    holder: string,
    { showtimeId }: CreatedShowtime,
    ...placeIds: (string | undefined)[]
  ) => claims.holdPlaces(world().ctx, { showtimeId, holder, placeIds: idsOf(placeIds) })
  const release = (
    holder: string,
    { showtimeId }: CreatedShowtime,
    ...placeIds: (string | undefined)[]
  ) => claims.releasePlaces(world().ctx, { showtimeId, holder, placeIds: idsOf(placeIds) })
  const checkout = (
    holder: string,
    { showtimeId }: CreatedShowtime,
    ...placeIds: (string | undefined)[]
  ) => claims.beginCheckout(world().ctx, { showtimeId, holder, placeIds: idsOf(placeIds) })
  const extend = (holder: string, { showtimeId }: CreatedShowtime) =>
    claims.extendHold(world().ctx, { showtimeId, holder })
  const holders = async ({ showtimeId }: CreatedShowtime) => {
    const map = await readSeatMap(world().ctx, showtimeId)
    return Object.fromEntries([...map.claims].map(([id, { holder }]) => [id, holder]))
  }
  const left = async (standing: Promise<HoldState>) => {
    const { holdUntil, now } = await standing
    return holdUntil === null ? null : Math.round((holdUntil - now) / SECOND)
  }

  test('of two visitors who reach at once, exactly one gets it and the room is told once', async () => {
    const show = await createShowtime(world().ctx)
    const [seat] = show.seats

    const reached = await Promise.allSettled(
      ['asha', 'ravi'].map((holder) => hold(holder, show, seat)),
    )

    expect(reached.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(world().publishedShowtimes).toEqual([show.showtimeId])
  })

  test('fifty visitors reach for overlapping baskets, and no place has two holders', async () => {
    const show = await createShowtime(world().ctx)
    const basket = (n: number) => [0, 1, 2].map((k) => show.seats[(n * 7 + k * 5) % 12])

    const reached = await Promise.allSettled(
      Array.from({ length: 50 }, (_, n) => hold(`visitor ${n}`, show, ...basket(n).toReversed())),
    )

    const winners = reached.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
    const refusals = reached.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    )
    expect(new Set(refusals)).toEqual(new Set(['TAKEN']))
    const expected = winners.flatMap((n) => idsOf(basket(n)).map((id) => [id, `visitor ${n}`]))
    expect(await holders(show)).toEqual(Object.fromEntries(expected))
    expect(expected).toHaveLength(winners.length * 3)
  })

  test('whoever changes many places at once takes them in one order, so that nobody waits in a circle', async () => {
    const show = await createShowtime(world().ctx)
    const basket = show.seats.slice(0, 10).toSorted()
    const rivals = ['ravi', 'bala', 'chitra', 'devi']
    const codes = new Set<unknown>()

    for (let round = 0; round < 12; round += 1) {
      for (const seat of basket.toReversed()) await hold('asha', show, seat)
      const reached = await Promise.allSettled([
        extend('asha', show),
        checkout('asha', show, basket[0]),
        ...rivals.map((rival) => checkout(rival, show, ...basket)),
        round % 2 ? expiry.releaseAllHolds(world().ctx, 'asha') : release('asha', show, ...basket),
        ...rivals.map((rival) => hold(rival, show, ...basket)),
      ])
      for (const one of reached) if (one.status === 'rejected') codes.add(one.reason.code)
      for (const holder of ['asha', ...rivals]) await expiry.releaseAllHolds(world().ctx, holder)
      await world().clock.advance(MINUTE)
      await expiry.releaseAbandonedHolds(world().ctx)
    }

    expect([...codes].filter((code) => code !== 'TAKEN' && code !== 'NOT_OWNER')).toEqual([])
  })

  test('a hall that everybody reaches for at once turns nobody away but who comes too late', async () => {
    const show = await createShowtime(world().ctx)
    const codes = new Set<unknown>()

    for (let round = 0; round < 20; round += 1) {
      const visitors = show.seats.flatMap((seat, n) => [
        hold(`visitor ${n}`, show, seat).then(() => extend(`visitor ${n}`, show)),
        checkout(`rival ${n}`, show, seat, show.seats[(n + 5) % 24]),
        release(`visitor ${n}`, show, seat),
      ])
      for (const one of await Promise.allSettled(visitors)) {
        if (one.status === 'rejected') codes.add(one.reason.code)
      }
      for (const n of show.seats.keys()) await expiry.releaseAllHolds(world().ctx, `rival ${n}`)
    }

    expect([...codes].filter((code) => code !== 'TAKEN' && code !== 'NOT_OWNER')).toEqual([])
  })

  test('several places at once: all, or none and the lost ones by name', async () => {
    const show = await createShowtime(world().ctx)
    const [a, b, c] = show.seats
    await hold('asha', show, b)

    await expect(hold('ravi', show, a, b, c)).rejects.toMatchObject({
      code: 'TAKEN',
      details: { places: [{ _id: b }] },
    })

    expect(await holders(show)).toEqual({ [b as string]: 'asha' })
  })

  test('all that one visitor holds shares one clock, started by the first', async () => {
    const show = await createShowtime(world().ctx)
    expect(await left(hold('asha', show, show.seats[0]))).toBe(600)
    await world().clock.advance(100 * SECOND)

    expect(await left(hold('asha', show, show.twoWheelers[0]))).toBe(500)
  })

  test('a hold past its moment is free at once, swept or not', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, show.seats[0])
    await world().clock.advance(10 * MINUTE)

    expect(await holders(show)).toEqual({})
    await hold('ravi', show, show.seats[0])
    expect(await holders(show)).toEqual({ [show.seats[0] as string]: 'ravi' })
  })

  test('two sweepers at once remove every hold once', async () => {
    await world().clock.advance(10 * MINUTE)
    await expiry.expireHolds(world().ctx)
    const show = await createShowtime(world().ctx)
    await hold('asha', show, ...show.seats.slice(0, 8))
    await world().clock.advance(10 * MINUTE)

    const deleted = await Promise.all([1, 2, 3].map(() => expiry.expireHolds(world().ctx)))

    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(8)
    expect(await expiry.expireHolds(world().ctx)).toBe(0)
  })

  test('a stranger releases nothing', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, show.seats[0])

    await expect(release('ravi', show, show.seats[0])).rejects.toMatchObject({ code: 'NOT_OWNER' })

    expect(await holders(show)).toEqual({ [show.seats[0] as string]: 'asha' })
  })

  test('releasing the last place ends the clock, releasing one of two leaves it running', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, show.seats[0], show.seats[1])

    expect(await left(release('asha', show, show.seats[0]))).toBe(600)
    expect(await left(release('asha', show, show.seats[1]))).toBeNull()
    expect(await left(release('asha', show, show.seats[1]))).toBeNull()
  })

  test('ten seats and four slots of each kind, also for somebody who asks ten times at once', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, ...show.seats.slice(0, 8))

    const asked = [...show.seats.slice(8, 14), ...show.twoWheelers, ...show.fourWheelers]
    const reached = await Promise.allSettled(asked.map((id) => hold('asha', show, id)))

    const refusals = reached.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    )
    expect(new Set(refusals)).toEqual(new Set(['LIMIT']))
    const held = Object.keys(await holders(show))
    const count = (ids: string[]) => ids.filter((id) => held.includes(id)).length
    expect([show.seats, show.twoWheelers, show.fourWheelers].map(count)).toEqual([10, 4, 4])
  })

  test('going to pay tops the clock up once, to five minutes', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, show.seats[0])
    await world().clock.advance(9 * MINUTE)

    expect(await left(checkout('asha', show, show.seats[0]))).toBe(300)
    await world().clock.advance(4 * MINUTE)
    expect(await left(checkout('asha', show, show.seats[0]))).toBe(60)
  })

  test('going to pay with places nobody holds takes them, all or none', async () => {
    const show = await createShowtime(world().ctx)
    const [a, b] = show.seats
    await hold('ravi', show, b)

    await expect(checkout('asha', show, a, b)).rejects.toMatchObject({ code: 'TAKEN' })
    expect(await holders(show)).toEqual({ [b as string]: 'ravi' })
    expect(await left(checkout('asha', show, a))).toBe(600)
  })

  test('more time can be had again and again, but never past half an hour', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, show.seats[0])
    const granted = []
    for (let times = 0; times < 3; times++) {
      await world().clock.advance(9 * MINUTE)
      granted.push(await left(extend('asha', show)))
    }
    expect(granted).toEqual([600, 600, 180])
  })

  test('who holds nothing cannot extend anything', async () => {
    const show = await createShowtime(world().ctx)
    await expect(extend('asha', show)).rejects.toMatchObject({ code: 'NOT_OWNER' })
  })

  test('after the cutoff nothing new is held and nothing prolonged, but what is held goes on to pay [R-9.2]', async () => {
    const show = await createShowtime(world().ctx, { startsIn: 35 * MINUTE })
    await hold('asha', show, show.seats[0])
    await world().clock.advance(6 * MINUTE)

    const closed = { code: 'CLOSED', message: 'Booking cutoff time passed' }
    await expect(hold('ravi', show, show.seats[1])).rejects.toMatchObject(closed)
    await expect(extend('asha', show)).rejects.toMatchObject(closed)
    expect(await left(checkout('asha', show, show.seats[0]))).toBe(240)
  })

  test('no hold outlives the start of its show', async () => {
    const show = await createShowtime(world().ctx, { startsIn: 5 * MINUTE, cutoffMinutes: 0 })
    expect(await left(hold('asha', show, show.seats[0]))).toBe(300)
    await world().clock.advance(5 * MINUTE)
    await expect(hold('asha', show, show.seats[0])).rejects.toMatchObject({
      message: 'Show has started',
    })
  })

  test('what somebody left behind ends early, unless they have gone to pay', async () => {
    const show = await createShowtime(world().ctx)
    const { showtimeId } = show
    await hold('asha', show, show.seats[0])
    await checkout('ravi', show, show.seats[1])
    await hold('bala', show, show.seats[2])
    await world().clock.advance(MINUTE - 1000)
    await expiry.releaseAbandonedHolds(world().ctx)
    expect(Object.values(await holders(show))).toHaveLength(3)

    await expiry.recordPresence(world().ctx, [{ showtimeId, holder: 'bala' }])
    await world().clock.advance(1000)
    await expiry.releaseAbandonedHolds(world().ctx)

    const [, second, third] = show.seats as [string, string, string]
    expect(await holders(show)).toEqual({ [second]: 'ravi', [third]: 'bala' })
  })

  test('places of another screen are not found, nor showtimes that do not exist', async () => {
    const show = await createShowtime(world().ctx)
    const other = await createShowtime(world().ctx)
    await expect(hold('asha', show, other.seats[0])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      hold('asha', { ...show, showtimeId: 'none' }, show.seats[0]),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('what is told of a revision is the same whenever it is read: a hold is in it until swept', async () => {
    const show = await createShowtime(world().ctx)
    await hold('asha', show, show.seats[0])
    const before = await readRecordedSeatMap(world().ctx, show.showtimeId)
    await world().clock.advance(11 * MINUTE)

    const later = await readRecordedSeatMap(world().ctx, show.showtimeId)
    expect([later.rev, later.claims]).toEqual([before.rev, before.claims])

    await expiry.expireHolds(world().ctx)
    const swept = await readRecordedSeatMap(world().ctx, show.showtimeId)
    expect([swept.rev, swept.claims.size]).toEqual([before.rev + 1, 0])
  })

  test('the revision grows with every change and with nothing else', async () => {
    const show = await createShowtime(world().ctx)
    const rev = async () => (await readSeatMap(world().ctx, show.showtimeId)).rev
    const before = await rev()
    await hold('asha', show, show.seats[0])
    expect(await rev()).toBe(before + 1)
    await hold('ravi', show, show.seats[0]).catch(() => undefined)
    expect(await rev()).toBe(before + 1)
    await release('asha', show, show.seats[0])
    expect(await rev()).toBe(before + 2)
  })
})

const idsOf = (ids: (string | undefined)[]) => ids.filter((id) => id !== undefined)
