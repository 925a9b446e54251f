import type { BookingRequest } from '@marquee/contract/bookings'
import { seatPrice } from '@marquee/contract/seats'
import { expect, test } from 'vitest'
import { codesOf } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import { openTransaction } from '#test/support/open-transaction.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { lockNames } from '../database/locks.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readSeatMap } from '../inventory/seat-map.ts'
import { idempotencyLockName } from './bookings.batch.ts'
import * as bookings from './bookings.service.ts'

const MINUTE = 60_000
/** The price of eleven seats in rupees: the second row and three seats of the third. */
const ELEVEN_SEATS = 8 * seatPrice('Premium') + 3 * seatPrice('VIP')

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

/** An order of a new buyer who holds nothing. */
async function createOrder(
  { ctx }: TestContext,
  showtime: CreatedShowtime,
  seatIds: unknown[],
  changes: Partial<BookingRequest> = {},
): Promise<bookings.Order> {
  const userId = await createUser(ctx)
  const request = { ...requestFor(showtime, userId, seatIds), ...changes }
  return { userId, holder: `holder of ${userId}`, request }
}

async function soldPlaces({ ctx }: TestContext, { showtimeId }: CreatedShowtime) {
  const { claims } = await readSeatMap(ctx, showtimeId)
  return [...claims].flatMap(([id, { booking_id }]) => (booking_id ? [id] : [])).toSorted()
}

describeDatabases('a batch of orders', (context) => {
  const book = (order: bookings.Order) => bookings.book(context().ctx, order)

  test('is one change of the seat map, and each booking is complete', async () => {
    const showtime = await createShowtime(context().ctx)
    const { rev } = await readSeatMap(context().ctx, showtime.showtimeId)
    const orders = []
    for (let n = 0; n < 4; n += 1) {
      orders.push(await createOrder(context(), showtime, showtime.seats.slice(2 * n, 2 * n + 2)))
    }

    const made = await Promise.all(orders.map(book))

    for (const [n, { userId, request }] of orders.entries()) {
      expect(made[n]?.seats.map(({ _id }) => _id).toSorted()).toEqual(request.seatIds.toSorted())
      expect(await bookings.listBookings(context().ctx, userId)).toEqual([made[n]])
    }
    const map = await readSeatMap(context().ctx, showtime.showtimeId)
    expect([map.rev, map.claims.size]).toEqual([rev + 1, 8])
    expect(new Set(context().publishedShowtimes)).toEqual(new Set([showtime.showtimeId]))
    await expect.poll(() => context().mails).toHaveLength(4)
  })

  test('books every order that the refused ones do not stand in the way of', async () => {
    const showtime = await createShowtime(context().ctx)
    const closed = await createShowtime(context().ctx, { startsIn: 20 * MINUTE })
    const [a, b, c, d, e] = showtime.seats
    const held = { showtimeId: showtime.showtimeId, placeIds: [a as string], holder: 'devi' }
    await holdPlaces(context().ctx, held)
    const gone = { ...(await createOrder(context(), showtime, [d])), userId: 'deleted account' }
    const orders = [
      await createOrder(context(), showtime, [b, c]),
      await createOrder(context(), showtime, [a, d]),
      await createOrder(context(), showtime, [c, d]),
      await createOrder(context(), showtime, ['no such place', d]),
      await createOrder(context(), closed, [closed.seats[0]]),
      await createOrder(context(), showtime, [d], { totalCost: 1 }),
      await createOrder(context(), showtime, showtime.seats.slice(8, 19), {
        totalCost: ELEVEN_SEATS,
      }),
      await createOrder(context(), { ...showtime, movieId: closed.movieId }, [d]),
      gone,
      await createOrder(context(), showtime, [d, e]),
    ]
    const { rev } = await readSeatMap(context().ctx, showtime.showtimeId)

    const answers = await codesOf(orders.map(book))

    expect(answers).toEqual([
      ...['ok', 'TAKEN', 'TAKEN', 'NOT_FOUND', 'CLOSED', 'PRICE_MISMATCH'],
      ...['LIMIT', 'NOT_FOUND', 'UNAUTHENTICATED', 'ok'],
    ])
    expect(await soldPlaces(context(), showtime)).toEqual([b, c, d, e].toSorted())
    // The accepted orders are committed together.
    expect((await readSeatMap(context().ctx, showtime.showtimeId)).rev).toBe(rev + 1)
    for (const [n, { userId }] of orders.entries()) {
      const kept = await bookings.listBookings(context().ctx, userId)
      expect(kept).toHaveLength(answers[n] === 'ok' ? 1 : 0)
    }
  })

  test('books the other orders when the database cannot store one of them', async () => {
    const showtime = await createShowtime(context().ctx)
    const [bad, ...good] = [
      await createOrder(context(), showtime, ['\0']),
      await createOrder(context(), showtime, [showtime.seats[0]]),
      await createOrder(context(), showtime, [showtime.seats[1]]),
    ]

    const [refusal, ...answers] = await codesOf([bad as bookings.Order, ...good].map(book))

    expect(refusal).not.toBe('ok')
    expect(answers).toEqual(['ok', 'ok'])
  })

  test('makes one booking of two orders with one idempotency key at two showtimes', async () => {
    const showtimes = [
      await createShowtime(context().ctx),
      await createShowtime(context().ctx),
    ] as const
    const userId = await createUser(context().ctx)
    const order = (showtime: CreatedShowtime, holder: string) => ({
      ...{ userId, holder, key: 'one and the same' },
      request: requestFor(showtime, userId, [showtime.seats[0]]),
    })

    const answers = await codesOf([
      book(order(showtimes[0], 'at home')),
      book(order(showtimes[1], 'away')),
    ])

    expect(answers.toSorted()).toEqual(['KEY_REUSED', 'ok'])
    expect(await bookings.listBookings(context().ctx, userId)).toHaveLength(1)
  })
})

/** Every second request of the contention test is a hold of one of the six seats. */
const isHoldOf = (n: number, seat: number) => n % 2 === 1 && ((n - 1) / 2) % 6 === seat

describePostgres('orders on three nodes', (context) => {
  /** Three nodes on the same database. */
  const node = () => createNodeContext(context().ctx)
  const nodes = () => [context().ctx, node(), node()] as const

  test('for the same seats sell each seat once and never deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const showtime = await createShowtime(context().ctx)
      const [ctx, ...others] = nodes()
      const seats = showtime.seats.slice(0, 6)
      const orders: bookings.Order[] = []
      for (let n = 0; n < 18; n += 1) {
        const some = n % 2 === 0 ? seats.slice(n % 5, (n % 5) + 2) : seats.toReversed().slice(0, 3)
        orders.push(await createOrder(context(), showtime, some))
      }
      const asked = orders.flatMap((order, n) => [
        bookings.book([ctx, ...others][n % 3] as TestContext['ctx'], order),
        holdPlaces(others[n % 2] as TestContext['ctx'], {
          ...{ showtimeId: showtime.showtimeId, holder: `visitor ${n}` },
          placeIds: [seats[n % 6] as string],
        }),
      ])

      const answers = await codesOf(asked)

      expect(answers.filter((answer) => !['ok', 'TAKEN'].includes(answer))).toEqual([])
      const booked = await context()
        .ctx.db.selectFrom('booking_places')
        .innerJoin('bookings', 'bookings.id', 'booking_id')
        .select('place_id')
        .where('showtime_id', '=', showtime.showtimeId)
        .execute()
      const places = booked.map(({ place_id }) => place_id)
      expect(places.toSorted()).toEqual(await soldPlaces(context(), showtime))
      const held = seats.filter((_, s) => answers.some((one, n) => one === 'ok' && isHoldOf(n, s)))
      expect(held.filter((seat) => places.includes(seat))).toEqual([])
    }
  })

  test('with one idempotency key make one booking', async () => {
    for (let round = 0; round < 5; round += 1) {
      const showtime = await createShowtime(context().ctx)
      const order = {
        ...(await createOrder(context(), showtime, [showtime.seats[0]])),
        key: 'sent everywhere',
      }

      const made = await Promise.all(nodes().map((ctx) => bookings.book(ctx, order)))

      expect(new Set(made.map(({ bookingReference }) => bookingReference)).size).toBe(1)
    }
  })

  test('do not delay other buyers for one whose key is busy on another node', async () => {
    const showtime = await createShowtime(context().ctx)
    const asha = {
      ...(await createOrder(context(), showtime, [showtime.seats[0]])),
      key: 'busy elsewhere',
    }
    const ravi = await createOrder(context(), showtime, [showtime.seats[1]])
    const { commit } = await openTransaction(context().ctx, (tx) =>
      lockNames(tx, [idempotencyLockName(asha.userId, asha.key)]),
    )
    const busy = bookings.book(context().ctx, asha)

    await bookings.book(context().ctx, ravi)

    const soldMeanwhile = await soldPlaces(context(), showtime)
    await commit()
    expect(soldMeanwhile).toEqual([showtime.seats[1]])
    expect(await codesOf([busy])).toEqual(['ok'])
  })
})
