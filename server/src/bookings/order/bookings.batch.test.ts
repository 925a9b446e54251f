import type { Booking } from '@marquee/contract/bookings/bookings'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { expect, test } from 'vitest'
import { holdPlaces, releasePlaces } from '#src/inventory/holds/holds.service.ts'
import { inShowtimes } from '#src/inventory/showtimes.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { createShowtime, createUser } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import * as bookings from './book.service.ts'
import type { VisitorOrder } from './order.ts'

const MINUTE = 60_000
/** The price of eleven seats in rupees: the second row and three seats of the third. */
const ELEVEN_SEATS = 8 * seatPrice('Premium') + 3 * seatPrice('VIP')

describeDatabases('a batch of orders', (context) => {
  const { book, createOrder, listBookings, soldPlaces } = createBookingCalls(context)

  /** Sends orders while their showtimes are busy, so that they wait together for the next transaction. */
  async function bookTogether(showtimeIds: string[], orders: VisitorOrder[]) {
    const { ctx } = context()
    const end = Promise.withResolvers<void>()
    const busy = inShowtimes(ctx, showtimeIds, () => end.promise)
    const sent: Promise<Booking>[] = []
    for (const order of orders) {
      const booking = book(order)
      // The test looks at them later.
      booking.catch(() => undefined)
      sent.push(booking)
      // Each reads something first, so they may arrive in another order.
      await expect.poll(() => ctx.showtimes.pending(), { interval: 1 }).toBe(1 + sent.length)
    }
    end.resolve()
    await busy
    return sent
  }

  test('is one change of the seat map, and each booking is complete', async () => {
    const showtime = await createShowtime(context().ctx)
    const { rev } = await readSeatMap(context().ctx, showtime.showtimeId)
    const orders: VisitorOrder[] = []
    for (let n = 0; n < 4; n += 1) {
      orders.push(await createOrder(showtime, showtime.seats.slice(2 * n, 2 * n + 2)))
    }

    const made = await Promise.all(await bookTogether([showtime.showtimeId], orders))

    for (const [n, { userId, request }] of orders.entries()) {
      expect(made[n]?.seats.map(({ _id }) => _id).toSorted()).toEqual(request.seatIds.toSorted())
      expect(await listBookings(userId)).toEqual([made[n]])
    }
    const map = await readSeatMap(context().ctx, showtime.showtimeId)
    expect([map.rev, map.claims.size]).toEqual([rev + 1, 8])
    expect(new Set(context().publishedShowtimes)).toEqual(new Set([showtime.showtimeId]))
    expect(await context().sentMails()).toHaveLength(4)
  })

  test('books every order that does not conflict with an accepted one, and stores nothing of the others', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const closed = await createShowtime(ctx, { startsIn: 20 * MINUTE })
    const [a, b, c, d, e] = showtime.seats
    const parkingSlotIds = showtime.twoWheelers.slice(0, 5)
    await createHoldCalls(context).hold('devi', showtime, a)
    const orders = [
      await createOrder(showtime, [b, c]),
      await createOrder(showtime, [a, d]),
      await createOrder(showtime, [c, d]),
      await createOrder(showtime, ['no such place', d]),
      await createOrder(closed, [closed.seats[0]]),
      await createOrder(closed, closed.seats.slice(8, 19), { totalCost: ELEVEN_SEATS }),
      await createOrder(showtime, [d], { totalCost: 1 }),
      await createOrder(showtime, showtime.seats.slice(8, 19), { totalCost: ELEVEN_SEATS }),
      await createOrder(showtime, [d], { parkingSlotIds, totalCost: 400 }),
      await createOrder({ ...showtime, movieId: closed.movieId }, [d]),
      { ...(await createOrder(showtime, [d])), userId: 'deleted account' },
      await createOrder(showtime, [d, e]),
    ]
    const { rev } = await readSeatMap(ctx, showtime.showtimeId)

    const showtimeIds = [showtime.showtimeId, closed.showtimeId]
    const codes = await codesOf(await bookTogether(showtimeIds, orders))

    expect(codes).toEqual([
      ...['ok', 'TAKEN', 'TAKEN', 'NOT_FOUND', 'CLOSED', 'CLOSED'],
      ...['PRICE_MISMATCH', 'LIMIT', 'LIMIT', 'NOT_FOUND', 'UNAUTHENTICATED', 'ok'],
    ])
    expect(await soldPlaces(showtime)).toEqual([b, c, d, e].toSorted())
    // The accepted orders are committed together.
    expect((await readSeatMap(ctx, showtime.showtimeId)).rev).toBe(rev + 1)
    for (const [n, { userId }] of orders.entries()) {
      expect(await listBookings(userId)).toHaveLength(codes[n] === 'ok' ? 1 : 0)
    }
  })

  test('returns the booking of a repeated idempotency key when another order of the batch is refused', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const [booked, held] = showtime.seats
    const order = { ...(await createOrder(showtime, [booked])), key: 'key' }
    const made = await book(order)
    await createHoldCalls(context).hold('devi', showtime, held)
    const refused = await createOrder(showtime, [held])

    const outcomes = await Promise.allSettled([book(order), book(refused)])

    expect(outcomes).toMatchObject([
      { status: 'fulfilled', value: made },
      { status: 'rejected', reason: { code: 'TAKEN' } },
    ])
  })

  test('makes one booking of two orders with one idempotency key at two showtimes', async () => {
    const { ctx } = context()
    const showtimes = [await createShowtime(ctx), await createShowtime(ctx)]
    const userId = await createUser(ctx)
    const orders: VisitorOrder[] = []
    for (const showtime of showtimes) {
      const order = await createOrder(showtime, showtime.seats.slice(0, 1))
      orders.push({ ...order, userId, key: 'same key' })
    }

    expect((await codesOf(orders.map(book))).toSorted()).toEqual(['KEY_REUSED', 'ok'])
    expect(await listBookings(userId)).toHaveLength(1)
  })
})

describePostgres('orders on three nodes', (context) => {
  const { createOrder, soldPlaces } = createBookingCalls(context)
  const createNodes = () => {
    const { ctx } = context()
    return [ctx, createNodeContext(ctx), createNodeContext(ctx)] as const
  }

  test('for the same seats sell each seat once and never deadlock', async () => {
    for (let round = 0; round < 5; round += 1) {
      const showtime = await createShowtime(context().ctx)
      const nodes = createNodes()
      const seats = showtime.seats.slice(0, 6)
      const orders: VisitorOrder[] = []
      for (let n = 0; n < 18; n += 1) {
        const some = n % 2 === 0 ? seats.slice(n % 5, (n % 5) + 2) : seats.toReversed().slice(0, 3)
        orders.push(await createOrder(showtime, some))
      }
      const requests = orders.flatMap((order, n) => [
        bookings.book(nodes[n % 3] ?? nodes[0], order),
        holdPlaces(nodes[1 + (n % 2)] ?? nodes[0], {
          showtimeId: showtime.showtimeId,
          holder: `visitor ${n}`,
          placeIds: [seats[n % 6] as string],
        }),
      ])

      const codes = await codesOf(requests)

      expect(codes.filter((code) => code !== 'ok' && code !== 'TAKEN')).toEqual([])
      const booked = orders.flatMap(({ request }, n) =>
        codes[2 * n] === 'ok' ? request.seatIds : [],
      )
      expect(booked.toSorted()).toEqual(await soldPlaces(showtime))
      const held = orders.flatMap((_, n) => (codes[2 * n + 1] === 'ok' ? [seats[n % 6]] : []))
      expect(held.filter((seat) => booked.includes(seat as string))).toEqual([])
    }
  })

  test('with one idempotency key make one booking', async () => {
    for (let round = 0; round < 5; round += 1) {
      const showtime = await createShowtime(context().ctx)
      const order = { ...(await createOrder(showtime, [showtime.seats[0]])), key: 'key' }

      const made = await Promise.all(createNodes().map((ctx) => bookings.book(ctx, order)))

      expect(new Set(made.map(({ bookingReference }) => bookingReference)).size).toBe(1)
    }
  })

  test('return the booking of the idempotency key that another node has made, also a node that last saw the seat held', async () => {
    const [ctx, other, third] = createNodes()
    const showtime = await createShowtime(ctx)
    const [seat] = showtime.seats
    const devi = { showtimeId: showtime.showtimeId, holder: 'devi', placeIds: [seat as string] }
    await holdPlaces(third, devi)
    const order = { ...(await createOrder(showtime, [seat])), key: 'key' }
    await releasePlaces(ctx, devi)
    const made = await bookings.book(other, order)

    expect(await bookings.book(third, order)).toEqual(made)
  })
})
