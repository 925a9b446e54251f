import type { BookingRequest } from '@marquee/contract/bookings'
import { seatPrice } from '@marquee/contract/seats'
import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { lockNames } from '../database/locks.ts'
import { inTransaction } from '../database/transaction.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readSeatMap } from '../inventory/seat-map.ts'
import * as bookings from './bookings.service.ts'

const MINUTE = 60_000
/** Rupees: the second row and three of the third. */
const ELEVEN = 8 * seatPrice('Premium') + 3 * seatPrice('VIP')

const requestFor = (
  { movieId, showtimeId }: CreatedShowtime,
  userId: string,
  seatIds: unknown[],
): BookingRequest => ({
  ...{ movieId, showtimeId, userId, phone: null },
  seatIds: seatIds as string[],
  parkingSlotIds: [],
  totalCost: 150 * seatIds.length,
})

/** One order of a buyer who holds nothing yet. */
async function anOrder(
  { ctx }: TestContext,
  show: CreatedShowtime,
  seatIds: unknown[],
  wish: Partial<BookingRequest> = {},
): Promise<bookings.Order> {
  const userId = await createUser(ctx)
  const request = { ...requestFor(show, userId, seatIds), ...wish }
  return { userId, holder: `holder of ${userId}`, request }
}

async function soldOf({ ctx }: TestContext, { showtimeId }: CreatedShowtime) {
  const { claims } = await readSeatMap(ctx, showtimeId)
  return [...claims].flatMap(([id, { booking_id }]) => (booking_id ? [id] : [])).toSorted()
}

/** What each was answered: ok, or the code of the refusal. */
async function answersTo(asked: Promise<unknown>[]) {
  const heard = await Promise.allSettled(asked)
  return heard.map((one) => (one.status === 'fulfilled' ? 'ok' : (one.reason.code ?? 'error')))
}

describeDatabases('orders of many at once', (world) => {
  const book = (order: bookings.Order) => bookings.book(world().ctx, order)

  test('are one change of the map, told once, and each of them is whole', async () => {
    const show = await createShowtime(world().ctx)
    const { rev } = await readSeatMap(world().ctx, show.showtimeId)
    const orders = []
    for (let n = 0; n < 4; n += 1) {
      orders.push(await anOrder(world(), show, show.seats.slice(2 * n, 2 * n + 2)))
    }

    const made = await Promise.all(orders.map(book))

    for (const [n, { userId, request }] of orders.entries()) {
      expect(made[n]?.seats.map(({ _id }) => _id).toSorted()).toEqual(request.seatIds.toSorted())
      expect(await bookings.listBookings(world().ctx, userId)).toEqual([made[n]])
    }
    const map = await readSeatMap(world().ctx, show.showtimeId)
    expect([map.rev, map.claims.size]).toEqual([rev + 1, 8])
    expect(new Set(world().publishedShowtimes)).toEqual(new Set([show.showtimeId]))
    await expect.poll(() => world().mails).toHaveLength(4)
  })

  test('whoever is refused is in nobody’s way, and nothing of theirs is kept', async () => {
    const show = await createShowtime(world().ctx)
    const closed = await createShowtime(world().ctx, { startsIn: 20 * MINUTE })
    const [a, b, c, d, e] = show.seats
    const held = { showtimeId: show.showtimeId, placeIds: [a as string], holder: 'devi' }
    await holdPlaces(world().ctx, held)
    const gone = { ...(await anOrder(world(), show, [d])), userId: 'nobody any more' }
    const orders = [
      await anOrder(world(), show, [b, c]),
      await anOrder(world(), show, [a, d]),
      await anOrder(world(), show, [c, d]),
      await anOrder(world(), show, ['no such place', d]),
      await anOrder(world(), closed, [closed.seats[0]]),
      await anOrder(world(), show, [d], { totalCost: 1 }),
      await anOrder(world(), show, show.seats.slice(8, 19), { totalCost: ELEVEN }),
      await anOrder(world(), { ...show, movieId: closed.movieId }, [d]),
      gone,
      await anOrder(world(), show, [d, e]),
    ]
    const { rev } = await readSeatMap(world().ctx, show.showtimeId)

    const answers = await answersTo(orders.map(book))

    expect(answers).toEqual([
      ...['ok', 'TAKEN', 'TAKEN', 'NOT_FOUND', 'CLOSED', 'PRICE_MISMATCH'],
      ...['LIMIT', 'NOT_FOUND', 'UNAUTHENTICATED', 'ok'],
    ])
    expect(await soldOf(world(), show)).toEqual([b, c, d, e].toSorted())
    // Nobody's refusal has made it more than one transaction.
    expect((await readSeatMap(world().ctx, show.showtimeId)).rev).toBe(rev + 1)
    for (const [n, { userId }] of orders.entries()) {
      const kept = await bookings.listBookings(world().ctx, userId)
      expect(kept).toHaveLength(answers[n] === 'ok' ? 1 : 0)
    }
  })

  test('one that no database can store spoils it for nobody else', async () => {
    const show = await createShowtime(world().ctx)
    const [bad, ...good] = [
      await anOrder(world(), show, ['\0']),
      await anOrder(world(), show, [show.seats[0]]),
      await anOrder(world(), show, [show.seats[1]]),
    ]

    const [refusal, ...answers] = await answersTo([bad as bookings.Order, ...good].map(book))

    expect(refusal).not.toBe('ok')
    expect(answers).toEqual(['ok', 'ok'])
  })

  test('a key that comes twice at once, for two shows, makes one booking', async () => {
    const shows = [await createShowtime(world().ctx), await createShowtime(world().ctx)] as const
    const userId = await createUser(world().ctx)
    const order = (show: CreatedShowtime, holder: string) => ({
      ...{ userId, holder, key: 'one and the same' },
      request: requestFor(show, userId, [show.seats[0]]),
    })

    const answers = await answersTo([
      book(order(shows[0], 'at home')),
      book(order(shows[1], 'away')),
    ])

    expect(answers.toSorted()).toEqual(['KEY_REUSED', 'ok'])
    expect(await bookings.listBookings(world().ctx, userId)).toHaveLength(1)
  })
})

/** Of those who reach for six seats at once, every second only holds one. */
const isHoldOf = (n: number, seat: number) => n % 2 === 1 && ((n - 1) / 2) % 6 === seat

describePostgres('orders of many at once, on several nodes', (world) => {
  /** Another process on the same database, as far as orders go. */
  const node = () => createNodeContext(world().ctx)
  const nodes = () => [world().ctx, node(), node()] as const

  test('a seat that many pay for at every node is sold once, and nobody waits in a circle', async () => {
    for (let round = 0; round < 5; round += 1) {
      const show = await createShowtime(world().ctx)
      const [ctx, ...others] = nodes()
      const seats = show.seats.slice(0, 6)
      const orders: bookings.Order[] = []
      for (let n = 0; n < 18; n += 1) {
        const some = n % 2 === 0 ? seats.slice(n % 5, (n % 5) + 2) : seats.toReversed().slice(0, 3)
        orders.push(await anOrder(world(), show, some))
      }
      const asked = orders.flatMap((order, n) => [
        bookings.book([ctx, ...others][n % 3] as TestContext['ctx'], order),
        holdPlaces(others[n % 2] as TestContext['ctx'], {
          ...{ showtimeId: show.showtimeId, holder: `visitor ${n}` },
          placeIds: [seats[n % 6] as string],
        }),
      ])

      const answers = await answersTo(asked)

      expect(answers.filter((answer) => !['ok', 'TAKEN'].includes(answer))).toEqual([])
      const booked = await world()
        .ctx.db.selectFrom('booking_places')
        .innerJoin('bookings', 'bookings.id', 'booking_id')
        .select('place_id')
        .where('showtime_id', '=', show.showtimeId)
        .execute()
      const places = booked.map(({ place_id }) => place_id)
      expect(places.toSorted()).toEqual(await soldOf(world(), show))
      const held = seats.filter((_, s) => answers.some((one, n) => one === 'ok' && isHoldOf(n, s)))
      expect(held.filter((seat) => places.includes(seat))).toEqual([])
    }
  })

  test('one key sent to every node at once makes one booking', async () => {
    for (let round = 0; round < 5; round += 1) {
      const show = await createShowtime(world().ctx)
      const order = { ...(await anOrder(world(), show, [show.seats[0]])), key: 'sent everywhere' }

      const made = await Promise.all(nodes().map((ctx) => bookings.book(ctx, order)))

      expect(new Set(made.map(({ bookingReference }) => bookingReference)).size).toBe(1)
    }
  })

  test('whoever is busy elsewhere keeps nobody here waiting', async () => {
    const show = await createShowtime(world().ctx)
    const asha = { ...(await anOrder(world(), show, [show.seats[0]])), key: 'busy elsewhere' }
    const ravi = await anOrder(world(), show, [show.seats[1]])
    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const over = inTransaction(world().ctx.db, { durable: false }, async (tx) => {
      await lockNames(tx, [`${asha.userId} ${asha.key}`])
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const busy = bookings.book(world().ctx, asha)

    await bookings.book(world().ctx, ravi)

    const soldMeanwhile = await soldOf(world(), show)
    end.resolve()
    await over
    expect(soldMeanwhile).toEqual([show.seats[1]])
    expect(await answersTo([busy])).toEqual(['ok'])
  })
})
