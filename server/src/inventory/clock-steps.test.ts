import { OFFER_ENDED } from '@marquee/contract/waiting-list'
import { beforeEach, expect, test, vi } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls, readClaims } from '#test/support/hold-calls.ts'
import {
  type CreatedShowtime,
  confirmUser,
  createShowtime,
  createUser,
} from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import { listNotices } from '../notices/notices.service.ts'
import { offerFreeSeats } from '../waitlist/offers.service.ts'
import { joinWaitingList, listEntries, openOffer } from '../waitlist/waitlist.service.ts'
import { updateLastSeen } from './hold-cleanup.service.ts'
import { holdPlaces, readHoldState } from './holds.service.ts'
import { readSeatMap } from './seat-map.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describeDatabases('a clock that is set back', (context) => {
  const { hold, checkout, extend, holders, expire, releaseAbandoned } = createHoldCalls(context)
  const { book, createOrder } = createBookingCalls(context)
  const advance = (ms: number) => context().clock.advance(ms)
  const step = (ms: number) => context().clock.step(ms)
  const create = () => createShowtime(context().ctx)
  const secondsHeld = async ({ showtimeId }: CreatedShowtime, holder: string) => {
    const { holdUntil, now } = await readHoldState(context().ctx, { showtimeId, holder })
    return holdUntil === null ? 0 : (holdUntil - now) / SECOND
  }
  const expectSeconds = async (seconds: Promise<number>, expected: number) =>
    expect(await seconds).toBe(expected)
  const latestTime = async () => {
    const { db } = context().ctx
    return (await db.selectFrom('database_clock').select('latest_time').executeTakeFirstOrThrow())
      .latest_time
  }

  // Other tests set the clock back, and their holds would be corrected too.
  beforeEach(async () => {
    await advance(48 * HOUR)
    await context().ctx.db.deleteFrom('claims').where('booking_id', 'is', null).execute()
  })

  test.each([
    ['five minutes', 5 * MINUTE],
    ['a day', 24 * HOUR],
  ])('by %s prolongs no hold', async (_, ms) => {
    const { ctx } = context()
    const showtime = await create()
    const [a, b] = showtime.seats
    await hold('asha', showtime, a)
    await advance(4 * MINUTE)
    await checkout('asha', showtime, a, b)
    await expire()
    const lengths = async () =>
      (await readClaims(ctx, showtime)).map(
        (claim) => Number(claim.held_until) - Number(claim.held_since),
      )
    const before = await lengths()
    const { rev } = await readSeatMap(ctx, showtime.showtimeId)
    const warn = vi.spyOn(ctx.log, 'warn')
    context().publishedShowtimes.length = 0

    await step(-ms)
    await expire()

    await expectSeconds(secondsHeld(showtime, 'asha'), 360)
    expect(await lengths()).toEqual(before)
    const claims = await readClaims(ctx, showtime)
    expect(new Set(claims.map(({ held_until }) => held_until)).size).toBe(1)
    expect(context().publishedShowtimes).toEqual([showtime.showtimeId])
    expect((await readSeatMap(ctx, showtime.showtimeId)).rev).toBe(rev + 1)
    expect(warn.mock.calls).toEqual([
      [{ seconds: ms / SECOND, holds: 2 }, 'database clock was set back'],
    ])
    warn.mockRestore()

    await extend('asha', showtime)
    await expectSeconds(secondsHeld(showtime, 'asha'), 600)
    await advance(10 * MINUTE)
    await expire()
    expect(await readClaims(ctx, showtime)).toEqual([])
  })

  test('is corrected once by several nodes', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    await advance(MINUTE)
    await expire()
    const nodes = [1, 2, 3].map(() => {
      const ctx = createNodeContext(context().ctx)
      return createHoldCalls(context, () => ctx)
    })

    await step(-3 * MINUTE)
    await Promise.all(nodes.flatMap((node) => [node.expire(), node.expire()]))

    await expectSeconds(secondsHeld(showtime, 'asha'), 540)
  })

  test('by more than the longest hold ends the holds until the step is noticed', async () => {
    const showtime = await create()
    const [taken, bought, kept] = showtime.seats as [string, string, string]
    await hold('asha', showtime, taken, bought, kept)
    await expire()
    await step(-3 * HOUR)
    const order = await createOrder(showtime, [bought])

    expect(await holders(showtime)).toEqual({})
    await expect(extend('asha', showtime)).rejects.toMatchObject({ code: 'NOT_OWNER' })
    expect(await codesOf([hold('ravi', showtime, taken), book(order)])).toEqual(['ok', 'ok'])

    await expire()
    expect(await holders(showtime)).toEqual({ [taken]: 'ravi', [bought]: null, [kept]: 'asha' })
    await expectSeconds(secondsHeld(showtime, 'ravi'), 600)
  })

  test('by an undetected step ends holds beyond the longest one for good', async () => {
    const { ctx } = context()
    const showtime = await create()
    const { now } = await hold('asha', showtime, showtime.seats[0])
    await expire()
    await ctx.db
      .updateTable('claims')
      .set({ held_until: now + 2 * HOUR })
      .where('showtime_id', '=', showtime.showtimeId)
      .execute()

    await expire()

    expect(await readClaims(ctx, showtime)).toEqual([])
  })

  test('keeps the holds of connected visitors and releases those of absent ones in time', async () => {
    const showtime = await create()
    const { showtimeId } = showtime
    const [a, b] = showtime.seats as [string, string]
    await hold('asha', showtime, a)
    await hold('ravi', showtime, b)
    const seeAsha = () => updateLastSeen(context().ctx, [{ showtimeId, holder: 'asha' }])
    await advance(30 * SECOND)
    await seeAsha()
    await expire()

    await step(-10 * MINUTE)
    await seeAsha()
    await releaseAbandoned()
    expect(await holders(showtime)).toEqual({ [a]: 'asha', [b]: 'ravi' })
    await advance(35 * SECOND)
    await releaseAbandoned()

    expect(await holders(showtime)).toEqual({ [a]: 'asha' })
  })

  test('and a hold whose holder was last seen in the future is released', async () => {
    const { ctx } = context()
    const showtime = await create()
    const { now } = await hold('asha', showtime, showtime.seats[0])
    await ctx.db
      .updateTable('claims')
      .set({ seen_at: now + MINUTE })
      .where('showtime_id', '=', showtime.showtimeId)
      .execute()

    await releaseAbandoned()

    expect(await holders(showtime)).toEqual({})
  })

  test('does not prolong the time in which a holder may not hold a place again', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await create()
    const own = crypto.randomUUID()
    const ask = (holder: string) =>
      codesOf([
        holdPlaces(ctx, {
          ...{ showtimeId, holder, address: `${holder} ${own}`, placeIds: seats.slice(0, 1) },
        }),
      ])
    await ask('asha')
    await advance(10 * MINUTE - SECOND)
    expect(await ask('ravi')).toEqual(['TAKEN'])
    await advance(SECOND)
    await expire()
    await step(-HOUR)
    await expire()
    expect(await ask('asha')).toEqual(['TAKEN'])

    await advance(30 * SECOND)
    expect(await ask('asha')).toEqual(['ok'])
  })

  test('after it was set forward ends the holds of the time between in time', async () => {
    const showtime = await create()
    const [seat] = showtime.seats as [string]
    await hold('asha', showtime, seat)
    await step(HOUR)
    await hold('ravi', showtime, seat)
    await expire()

    await step(-HOUR)
    await expire()

    expect(await holders(showtime)).toEqual({ [seat]: 'ravi' })
    await expectSeconds(secondsHeld(showtime, 'ravi'), 600)
  })

  test('moves the deadlines of offers of the waiting list with their holds [S-483]', async () => {
    const { ctx } = context()
    const { showtimeId } = await create()
    const offers = []
    for (const _ of ['unopened', 'opened']) {
      const userId = await createUser(ctx)
      await confirmUser(ctx, userId)
      const request = { showtimeId, seats: 2, together: true }
      offers.push({ userId, ...(await joinWaitingList(ctx, userId, request)) })
    }
    const [unopened, opened] = offers as [(typeof offers)[0], (typeof offers)[0]]
    await offerFreeSeats(ctx, new Map())
    await openOffer(ctx, { userId: opened.userId, holder: 'laptop', entryId: opened._id })
    await expire()

    await step(-5 * MINUTE)
    await expire()

    const secondsLeft = (until = '') => (Date.parse(until) - ctx.now()) / SECOND
    const [listed] = await listEntries(ctx, unopened.userId)
    await expectSeconds(Promise.resolve(secondsLeft(listed?.offer?.until)), 900)
    await advance(14 * MINUTE)
    const again = { userId: opened.userId, holder: 'phone', entryId: opened._id }
    expect(secondsLeft((await openOffer(ctx, again)).holdUntil)).toBeGreaterThan(0)
    await advance(2 * MINUTE)
    await expire()
    await offerFreeSeats(ctx, new Map())
    await expect(openOffer(ctx, again)).rejects.toThrow(OFFER_ENDED)
    const { notices } = await listNotices(ctx, unopened.userId)
    expect(notices[0]?.title).toMatch(/^Your offer for .* has ended$/)
  })

  test('by a second and a half moves no hold', async () => {
    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    await expire()
    const before = await readClaims(context().ctx, showtime)

    await step(-1500)
    await expire()

    expect(await readClaims(context().ctx, showtime)).toEqual(before)
  })

  test('never sells a place twice, or one that another visitor holds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const showtime = await create()
      const [seat] = showtime.seats as [string]
      await hold('asha', showtime, seat)
      await expire()
      const orders = await Promise.all([1, 2].map(() => createOrder(showtime, [seat])))
      await step(round % 2 === 0 ? -3 * HOUR : -MINUTE)

      const codes = await codesOf([
        expire(),
        ...orders.map(book),
        hold('ravi', showtime, seat),
        releaseAbandoned(),
      ])

      const claims = await readClaims(context().ctx, showtime)
      const granted = codes.slice(1, 4).filter((code) => code === 'ok')
      expect(claims).toHaveLength(1)
      expect(granted.length).toBeLessThanOrEqual(1)
      if (claims[0]?.booking_id) expect(claims[0]).toMatchObject({ holder: null, held_until: null })
    }
  })

  test('is not looked for by writing while no place is held', async () => {
    const { db } = context().ctx
    await db.deleteFrom('claims').where('booking_id', 'is', null).execute()
    const before = await latestTime()

    await advance(HOUR)
    await expire()
    expect(await latestTime()).toBe(before)

    const showtime = await create()
    await hold('asha', showtime, showtime.seats[0])
    await expire()
    expect(await latestTime()).toBeGreaterThanOrEqual(before + HOUR)
  })
})

describePostgres('a clock that is set back', (context) => {
  test('is not corrected again by a node that compares while another one corrects it', async () => {
    const { ctx, clock } = context()
    const { hold, expire } = createHoldCalls(context)
    const showtime = await createShowtime(ctx)
    const { holdUntil } = await hold('asha', showtime, showtime.seats[0])
    await clock.advance(MINUTE)
    await expire()
    const { commit } = await openTransaction(ctx, (tx) =>
      tx
        .selectFrom('showtimes')
        .select('id')
        .where('id', '=', showtime.showtimeId)
        .forUpdate()
        .execute(),
    )

    await clock.step(-5 * MINUTE)
    const corrections = [expire(), createHoldCalls(context, () => createNodeContext(ctx)).expire()]
    await untilTransactionWaits(ctx, 2)
    await commit()
    await Promise.all(corrections)

    const [claim] = await readClaims(ctx, showtime)
    expect((holdUntil ?? 0) - (claim?.held_until ?? 0)).toBe(5 * MINUTE)
  })
})
