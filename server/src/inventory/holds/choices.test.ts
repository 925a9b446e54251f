import { createHall, findInHall } from '@marquee/contract/seats/hall'
import type { AccessType } from '@marquee/contract/seats/seats'
import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import {
  type CreatedShowtime,
  createShowtime,
  createShowtimeWithSeats,
} from '#test/support/makers.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import { holdBestSeats, holdInstead, holdPlaces } from './holds.service.ts'

const HOUR = 3_600_000
const HOLD_MS = 600_000
const ACCESS: Record<string, AccessType> = { C1: 'wheelchair', C2: 'companion', C8: 'wheelchair' }

type Options = Omit<Parameters<typeof holdBestSeats>[1], 'showtimeId' | 'holder' | 'size'>

const bestOn =
  (ctx: Context) =>
  (holder: string, { showtimeId }: CreatedShowtime, size: number, options: Options = {}) =>
    holdBestSeats(ctx, { showtimeId, holder, size, ...options })

/** The labels of seats. */
async function labelsOf(ctx: Context, ids: readonly string[]) {
  const rows = await ctx.db.selectFrom('places').select(['id', 'label']).execute()
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  return ids.map((id) => labels.get(id) ?? '').toSorted()
}

/** Whether seats are in one run, side by side. */
async function areTogether(ctx: Context, { screenId }: CreatedShowtime, ids: readonly string[]) {
  const rows = await ctx.db
    .selectFrom('places')
    .selectAll()
    .where('layout_id', '=', screenId)
    .where('kind', '=', 'seat')
    .execute()
  const seats = rows.map(({ id, label }) => ({ _id: id, seatNumber: label, category: '' }))
  const found = ids.map((id) => findInHall(createHall(seats), id))
  const indexes = found.map((one) => one?.index ?? -1).toSorted((a, b) => a - b)
  const isOneRun = new Set(found.map((one) => one?.run[0]?.seat._id)).size === 1
  return isOneRun && (indexes.at(-1) ?? 0) - (indexes[0] ?? 0) === ids.length - 1
}

describeDatabases('choosing seats', (context) => {
  const { hold, holders, expire } = createHoldCalls(context)
  const create = (options = {}) => createShowtime(context().ctx, options)
  const best = (...args: Parameters<ReturnType<typeof bestOn>>) => bestOn(context().ctx)(...args)
  const labels = (ids: readonly string[]) => labelsOf(context().ctx, ids)

  test('holdBestSeats holds the best seats side by side, names them, and emits one event [S-310]', async () => {
    const show = await create()

    const choice = await best('asha', show, 3)

    expect(await areTogether(context().ctx, show, choice.seatIds)).toBe(true)
    expect(Object.keys(await holders(show)).toSorted()).toEqual([...choice.seatIds].toSorted())
    expect(choice.holdUntil).toBe(choice.now + HOLD_MS)
    expect(context().publishedShowtimes).toEqual([show.showtimeId])
  })

  test('concurrent requests for the best seats get different seats, all together, until no block is left [S-311]', async () => {
    const show = await create()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 14 }, (_, n) => best(`holder ${n}`, show, 2, { isTogether: true })),
    )

    const granted = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(granted).toHaveLength(12)
    expect(new Set(granted.flatMap(({ seatIds }) => seatIds)).size).toBe(24)
    for (const { seatIds } of granted)
      expect(await areTogether(context().ctx, show, seatIds)).toBe(true)
    const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []))
    expect(refused).toEqual(['TAKEN', 'TAKEN'])
  })

  test('holdBestSeats splits a party only if no block is left, and never one that has to be together [S-311]', async () => {
    const show = await create()
    const taken = show.seats.filter((_, index) => index % 2 === 0)
    await hold('ravi', show, ...taken.slice(0, 10))
    await hold('bala', show, ...taken.slice(10))

    expect(await codesOf([best('asha', show, 2, { isTogether: true })])).toEqual(['TAKEN'])
    expect((await best('asha', show, 2)).seatIds).toHaveLength(2)
  })

  test('holdBestSeats takes seats of the requested category', async () => {
    const show = await create()

    const choice = await best('asha', show, 2, { category: 'VIP' })

    expect((await labels(choice.seatIds)).every((label) => label.startsWith('C'))).toBe(true)
  })

  test('holdBestSeats chooses expired seats of others once nothing else is free', async () => {
    const show = await create()
    await hold('ravi', show, ...show.seats.slice(0, 8))
    await hold('bala', show, ...show.seats.slice(8, 16))
    await hold('chitra', show, ...show.seats.slice(16))
    await context().clock.advance(HOLD_MS)

    expect((await best('asha', show, 4)).seatIds).toHaveLength(4)
    await expire()
  })

  test('holdBestSeats refuses more than ten seats of one holder, a closed and an unknown showtime', async () => {
    const show = await create()
    await hold('asha', show, ...show.seats.slice(0, 8))
    const closed = await create({ startsIn: HOUR / 2, cutoffMinutes: 31 })
    const unknown = { ...show, showtimeId: crypto.randomUUID() }

    const codes = await codesOf([
      best('asha', show, 3),
      best('asha', closed, 1),
      best('asha', unknown, 1),
    ])

    expect(codes).toEqual(['LIMIT', 'CLOSED', 'NOT_FOUND'])
  })

  test('concurrent requests of one holder for the best seats never hold more than ten', async () => {
    const show = await create()

    const codes = await codesOf(Array.from({ length: 4 }, () => best('asha', show, 3)))

    expect(codes.toSorted()).toEqual(['LIMIT', 'ok', 'ok', 'ok'])
  })

  test('holdInstead moves ten seats at once and keeps their deadline, or changes nothing [S-312]', async () => {
    const show = await create()
    const first = await hold('asha', show, ...show.seats.slice(0, 10))
    await hold('ravi', show, show.seats[20])
    await context().clock.advance(60_000)
    const move = (...placeIds: string[]) =>
      holdInstead(context().ctx, { showtimeId: show.showtimeId, holder: 'asha', placeIds })

    expect(await codesOf([move(...show.seats.slice(16, 22))])).toEqual(['TAKEN'])
    expect(Object.values(await holders(show)).filter((who) => who === 'asha')).toHaveLength(10)

    const moved = await move(...show.seats.slice(8, 18))
    expect(moved.holdUntil).toBe(first.holdUntil)
    const held = (await readClaims(context().ctx, show)).filter(({ holder }) => holder === 'asha')
    expect(held.map(({ place_id }) => place_id).toSorted()).toEqual(
      show.seats.slice(8, 18).toSorted(),
    )
  })

  test('holdBestSeats in place of other seats may keep some of them, and releases the rest [S-312]', async () => {
    const show = await create()
    await hold('asha', show, ...show.seats.slice(0, 9))

    const choice = await best('asha', show, 4, { isReplacing: true })

    expect(Object.keys(await holders(show)).toSorted()).toEqual([...choice.seatIds].toSorted())
  })

  test('holdBestSeats stays within the limits per address, or asks for a proof of work', async () => {
    const show = await createShowtimeWithSeats(context().ctx, 100)
    const address = crypto.randomUUID()
    for (const n of [0, 1, 2, 3]) await best(`holder ${n}`, show, 10, { address })

    expect(await codesOf([best('holder 4', show, 2, { address })])).toEqual(['CHALLENGE'])
  })

  test('protected places are held only by requests that ask for them, at most two of each type [S-313]', async () => {
    const show = await create({ startsIn: 48 * HOUR, access: ACCESS })
    const { ctx } = context()
    const [c1, c2, c3, c8] = [16, 17, 18, 23].map((index) => show.seats[index] as string)
    const ask = (holder: string, isAccessible: boolean, ...placeIds: (string | undefined)[]) =>
      holdPlaces(ctx, {
        showtimeId: show.showtimeId,
        holder,
        isAccessible,
        placeIds: placeIds.filter((id) => id !== undefined),
      })

    expect(await codesOf([ask('asha', false, c1), ask('asha', false, c3, c8)])).toEqual([
      ...['TAKEN', 'TAKEN'],
    ])
    expect(await codesOf([ask('asha', true, c1, c2)])).toEqual(['ok'])
    expect(await codesOf([ask('asha', false, c1, c3)])).toEqual(['ok'])
    expect(await codesOf([ask('asha', true, c8)])).toEqual(['ok'])

    const all = await create({
      startsIn: 48 * HOUR,
      access: { A1: 'wheelchair', A2: 'wheelchair', A3: 'wheelchair' },
    })
    const [a1, a2, a3] = all.seats
    const holdOn = (...placeIds: (string | undefined)[]) =>
      holdPlaces(ctx, {
        showtimeId: all.showtimeId,
        holder: 'asha',
        isAccessible: true,
        placeIds: placeIds.filter((id) => id !== undefined),
      })
    expect(await codesOf([holdOn(a1, a2, a3)])).toEqual(['LIMIT'])
    expect(await codesOf([holdOn(a1, a2)])).toEqual(['ok'])
    expect(await codesOf([holdOn(a3)])).toEqual(['LIMIT'])
  })

  test('a request in place of other seats cannot get more than two places for wheelchairs [S-313]', async () => {
    const show = await create({
      startsIn: 48 * HOUR,
      access: { A1: 'wheelchair', A2: 'wheelchair', A3: 'wheelchair' },
    })
    await hold('asha', show, show.seats[10])

    const move = holdInstead(context().ctx, {
      showtimeId: show.showtimeId,
      holder: 'asha',
      isAccessible: true,
      placeIds: show.seats.slice(0, 3),
    })

    expect(await codesOf([move])).toEqual(['LIMIT'])
  })

  test('holdBestSeats leaves protected places out, and offers them with the seats beside them on request [S-314]', async () => {
    const show = await create({ startsIn: 48 * HOUR, access: ACCESS })

    const accessible = await best('asha', show, 2, { isAccessible: true })
    expect(await labels(accessible.seatIds)).toEqual(['C1', 'C2'])
    await best('ravi', show, 10)
    await best('bala', show, 10)
    expect(await codesOf([best('chitra', show, 2)])).toEqual(['TAKEN'])
    await context().clock.advance(24 * HOUR)
    expect(await codesOf([best('chitra', show, 1)])).toEqual(['ok'])
  })
})

describePostgres('choosing seats on several nodes', (context) => {
  test('concurrent requests on eight nodes get different seats and no error [S-315]', async () => {
    const { ctx } = context()
    const nodes = Array.from({ length: 8 }, () => createNodeContext(ctx))
    const show = await createShowtime(ctx)

    // One after another on each node: each request is a batch of its own.
    const codes = await Promise.all(
      nodes.map(async (node, n) => {
        const ofNode: string[] = []
        for (let round = 0; round < 4; round += 1)
          ofNode.push(...(await codesOf([bestOn(node)(`holder ${n} ${round}`, show, 1)])))
        return ofNode
      }),
    )

    expect(codes.flat().toSorted()).toEqual([
      ...Array.from({ length: 8 }, () => 'TAKEN'),
      ...Array.from({ length: 24 }, () => 'ok'),
    ])
    expect(await readClaims(ctx, show)).toHaveLength(24)
  })

  test('requests for the best seats and for single seats on two nodes never meet an error', async () => {
    const { ctx } = context()
    const other = createNodeContext(ctx)
    const show = await createShowtime(ctx)

    const codes = await codesOf([
      ...Array.from({ length: 6 }, (_, n) => bestOn(ctx)(`best ${n}`, show, 2)),
      ...show.seats.map((seat, n) =>
        holdPlaces(other, { showtimeId: show.showtimeId, holder: `single ${n}`, placeIds: [seat] }),
      ),
    ])

    expect(codes.filter((code) => code !== 'ok' && code !== 'TAKEN')).toEqual([])
    expect(await readClaims(ctx, show)).toHaveLength(24)
  })
})
