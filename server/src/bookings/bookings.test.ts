import type { BookingRequest } from '@marquee/contract/bookings'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CreatedShowtime, createShowtime, createUser } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { inTransaction } from '../database/transaction.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readSeatMap } from '../inventory/seat-map.ts'
import * as bookings from './bookings.service.ts'

const MINUTE = 60_000

describeDatabases('book', (context) => {
  const book = (order: Partial<bookings.Order> & Pick<bookings.Order, 'userId' | 'request'>) =>
    bookings.book(context().ctx, { holder: 'without holds', ...order })

  const requestFor = (
    showtime: CreatedShowtime,
    userId: string,
    changes: Partial<BookingRequest> = {},
  ): BookingRequest => ({
    movieId: showtime.movieId,
    showtimeId: showtime.showtimeId,
    userId,
    seatIds: [showtime.seats[0] as string],
    parkingSlotIds: [],
    totalCost: 150,
    phone: '9876543210',
    ...changes,
  })

  const createOrder = async (changes?: Parameters<typeof createShowtime>[1]) => {
    const showtime = await createShowtime(context().ctx, changes)
    const userId = await createUser(context().ctx)
    return { showtime, userId, request: requestFor(showtime, userId) }
  }

  const soldPlaces = async ({ showtimeId }: CreatedShowtime) => {
    const { claims } = await readSeatMap(context().ctx, showtimeId)
    return [...claims].flatMap(([id, { booking_id }]) => (booking_id ? [id] : []))
  }

  const bookingCount = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from bookings`.execute(
      context().ctx.db,
    )
    return rows[0]?.n
  }

  test('returns the whole booking and sells its places [R-3.18]', async () => {
    const { showtime, userId } = await createOrder()
    const request = requestFor(showtime, userId, {
      parkingSlotIds: [showtime.twoWheelers[0] as string],
      parkingSlots: [{ slotId: showtime.twoWheelers[0] as string, vehicleNumber: 'tn 01 ab 1234' }],
      totalCost: 200,
    })

    const booking = await book({ userId, request })

    expect(booking.bookingReference).toMatch(/^MQ-[2-9A-HJKMNP-TV-Z]{10}$/)
    expect(booking).toMatchObject({
      movieId: { _id: showtime.movieId },
      showtimeId: { _id: showtime.showtimeId },
      seats: [{ _id: showtime.seats[0] }],
      parkingSlots: [{ type: 'twoWheeler', vehicleNumber: 'TN01AB1234' }],
      phone: '9876543210',
      totalCost: 200,
      paymentStatus: 'Paid',
    })
    expect(await bookings.listBookings(context().ctx, userId)).toEqual([booking])
    expect((await soldPlaces(showtime)).toSorted()).toEqual(
      [showtime.seats[0], showtime.twoWheelers[0]].toSorted(),
    )
    expect(context().publishedShowtimes).toEqual([showtime.showtimeId])
  })

  test('sends one email with the reference, also when the order is repeated', async () => {
    const { userId, request } = await createOrder()
    const { bookingReference } = await book({ userId, request, key: 'sent twice' })
    await book({ userId, request, key: 'sent twice' })

    await expect.poll(() => context().mails).toHaveLength(1)
    expect(context().mails[0]?.text).toContain(bookingReference)
  })

  test('sells a seat to exactly one of two concurrent buyers and names it to the other', async () => {
    const { showtime, userId, request } = await createOrder()
    const rival = await createUser(context().ctx)

    const outcomes = await Promise.allSettled([
      book({ userId, request }),
      book({ userId: rival, request: { ...request, userId: rival } }),
    ])

    const lost = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    )
    expect(lost).toMatchObject([
      { statusCode: 409, code: 'TAKEN', details: { places: [{ _id: showtime.seats[0] }] } },
    ])
    expect(await soldPlaces(showtime)).toEqual([showtime.seats[0]])
  })

  test('a second sale of a place is refused by the primary key of claims, without any other check', async () => {
    const { showtime, userId, request } = await createOrder()
    const { _id } = await book({ userId, request })

    const bareSale = inTransaction(context().ctx.db, { durable: true }, (tx) =>
      sql`insert into claims (showtime_id, place_id, booking_id)
          values (${showtime.showtimeId}, ${showtime.seats[0]}, ${_id})`.execute(tx),
    )

    await expect(bareSale).rejects.toThrow(/unique/i)
  })

  test('refuses a seat held by another holder, not one held by the buyer', async () => {
    const { showtime, userId, request } = await createOrder()
    const changes = { showtimeId: showtime.showtimeId, placeIds: request.seatIds }
    await holdPlaces(context().ctx, { ...changes, holder: 'asha' })

    await expect(book({ userId, request, holder: 'ravi' })).rejects.toMatchObject({ code: 'TAKEN' })
    await expect(book({ userId, request, holder: 'asha' })).resolves.toBeDefined()
  })

  test('holdPlaces refuses a sold seat, also to its buyer', async () => {
    const { showtime, userId, request } = await createOrder()
    const { showtimeId } = showtime
    const hold = (holder: string) =>
      holdPlaces(context().ctx, { showtimeId, holder, placeIds: request.seatIds })
    await hold('asha')
    await book({ userId, holder: 'asha', request })

    await expect(hold('asha')).rejects.toMatchObject({ code: 'TAKEN' })
    await expect(hold('ravi')).rejects.toMatchObject({ code: 'TAKEN' })
    expect(await soldPlaces(showtime)).toEqual(request.seatIds)
  })

  test('succeeds after the hold has expired while the place is free', async () => {
    const { showtime, userId, request } = await createOrder()
    const changes = { showtimeId: showtime.showtimeId, placeIds: request.seatIds }
    await holdPlaces(context().ctx, { ...changes, holder: 'asha' })
    await context().clock.advance(11 * MINUTE)

    await expect(book({ userId, request, holder: 'asha' })).resolves.toBeDefined()
  })

  test('stores nothing of an order when one of its places is sold', async () => {
    const { showtime, userId, request } = await createOrder()
    await book({ userId, request })
    const before = await bookingCount()
    const both = requestFor(showtime, userId, {
      seatIds: showtime.seats.slice(0, 2),
      totalCost: 300,
    })

    await expect(book({ userId, request: both })).rejects.toMatchObject({ code: 'TAKEN' })

    expect(await bookingCount()).toBe(before)
    expect(await soldPlaces(showtime)).toEqual([showtime.seats[0]])
  })

  test('refuses a wrong price, names the right one and sells nothing [R-9.5]', async () => {
    const { showtime, userId, request } = await createOrder()

    await expect(book({ userId, request: { ...request, totalCost: 1 } })).rejects.toMatchObject({
      code: 'PRICE_MISMATCH',
      details: { totalCost: 150 },
    })

    expect(await soldPlaces(showtime)).toEqual([])
  })

  test('makes one booking of concurrent orders with the same idempotency key', async () => {
    const { userId, request } = await createOrder()
    const before = await bookingCount()

    const sent = await Promise.all(
      Array.from({ length: 5 }, () => book({ userId, request, key: 'key' })),
    )

    expect(new Set(sent.map(({ bookingReference }) => bookingReference)).size).toBe(1)
    expect(await bookingCount()).toBe((before ?? 0) + 1)
  })

  test('refuses another order with an idempotency key that was used before', async () => {
    const { showtime, userId, request } = await createOrder()
    await book({ userId, request, key: 'key' })
    const other = { ...request, seatIds: [showtime.seats[1] as string] }

    await expect(book({ userId, request: other, key: 'key' })).rejects.toMatchObject({
      statusCode: 422,
      code: 'KEY_REUSED',
    })
    expect(await soldPlaces(showtime)).toEqual([showtime.seats[0]])
  })

  test('refuses a concurrent repeat without a key with ALREADY_BOOKED and the reference', async () => {
    const { userId, request } = await createOrder()

    const outcomes = await Promise.allSettled([
      book({ userId, request }),
      book({ userId, request }),
    ])

    const [made] = outcomes.flatMap((o) => (o.status === 'fulfilled' ? [o.value] : []))
    const [refusal] = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []))
    expect(refusal).toMatchObject({
      code: 'ALREADY_BOOKED',
      details: { bookingReference: made?.bookingReference },
    })
  })

  test('refuses a repeat after the start of the showtime with ALREADY_BOOKED', async () => {
    const { userId, request } = await createOrder()
    const { bookingReference } = await book({ userId, request })
    await context().clock.advance(24 * 60 * MINUTE)

    await expect(book({ userId, request })).rejects.toMatchObject({
      code: 'ALREADY_BOOKED',
      details: { bookingReference },
    })
  })

  test('sells a retired place to its holder only', async () => {
    const { showtime, userId, request } = await createOrder()
    const { ctx } = context()
    const [held, free] = showtime.seats.slice(3) as [string, string]
    await holdPlaces(ctx, { showtimeId: showtime.showtimeId, placeIds: [held], holder: 'asha' })
    await ctx.db.updateTable('places').set({ retired: 1 }).where('id', 'in', [held, free]).execute()

    const changes = (seatIds: string[]) => ({
      userId,
      holder: 'asha',
      request: { ...request, seatIds },
    })
    await expect(book(changes([free]))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await book(changes([held]))).seats).toMatchObject([{ _id: held }])
  })

  test('refuses an order whose movie, showtime, seats and slots do not belong together, or that names a seat twice', async () => {
    const { showtime, userId, request } = await createOrder()
    const other = await createShowtime(context().ctx)
    const wrong: Partial<BookingRequest>[] = [
      { movieId: other.movieId },
      { seatIds: [other.seats[0] as string] },
      { seatIds: [showtime.twoWheelers[0] as string], totalCost: 50 },
      { parkingSlotIds: [showtime.seats[1] as string], totalCost: 300 },
    ]
    for (const changes of wrong) {
      await expect(book({ userId, request: { ...request, ...changes } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    const twice = { ...request, seatIds: [...request.seatIds, ...request.seatIds] }
    await expect(book({ userId, request: twice })).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('refuses more than four slots of a kind with LIMIT', async () => {
    const { showtime, userId, request } = await createOrder()
    const changes = { ...request, parkingSlotIds: showtime.twoWheelers.slice(0, 5), totalCost: 400 }

    await expect(book({ userId, request: changes })).rejects.toMatchObject({ code: 'LIMIT' })
    expect(await soldPlaces(showtime)).toEqual([])
  })

  test('refuses two vehicles for one slot', async () => {
    const { showtime, userId, request } = await createOrder()
    const [slotId] = showtime.twoWheelers as [string]
    const parkingSlots = ['TN01AB1234', 'KA05MX0001'].map((vehicleNumber) => ({
      slotId,
      vehicleNumber,
    }))
    const changes = { ...request, parkingSlotIds: [slotId], parkingSlots, totalCost: 200 }

    await expect(book({ userId, request: changes })).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('refuses the order of a deleted account with 401', async () => {
    const { request } = await createOrder()

    await expect(book({ userId: 'deleted account', request })).rejects.toMatchObject({
      statusCode: 401,
    })
  })

  test('sells only places that the buyer holds after the cutoff, and nothing after the start [R-9.2]', async () => {
    const { showtime, userId, request } = await createOrder({ startsIn: 35 * MINUTE })
    const changes = { showtimeId: showtime.showtimeId, placeIds: request.seatIds, holder: 'asha' }
    await holdPlaces(context().ctx, changes)
    await context().clock.advance(6 * MINUTE)

    const other = { ...request, seatIds: [showtime.seats[1] as string] }
    await expect(book({ userId, request: other, holder: 'asha' })).rejects.toMatchObject({
      code: 'CLOSED',
    })
    await expect(book({ userId, request, holder: 'asha' })).resolves.toBeDefined()
  })
})
