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

describeDatabases('bookings', (world) => {
  const book = (order: Partial<bookings.Order> & Pick<bookings.Order, 'userId' | 'request'>) =>
    bookings.book(world().ctx, { holder: 'nobody yet', ...order })

  const requestFor = (
    show: CreatedShowtime,
    userId: string,
    wish: Partial<BookingRequest> = {},
  ): BookingRequest => ({
    movieId: show.movieId,
    showtimeId: show.showtimeId,
    userId,
    seatIds: [show.seats[0] as string],
    parkingSlotIds: [],
    totalCost: 150,
    phone: '9876543210',
    ...wish,
  })

  const scene = async (wish?: Parameters<typeof createShowtime>[1]) => {
    const show = await createShowtime(world().ctx, wish)
    const userId = await createUser(world().ctx)
    return { show, userId, request: requestFor(show, userId) }
  }

  const soldOf = async ({ showtimeId }: CreatedShowtime) => {
    const { claims } = await readSeatMap(world().ctx, showtimeId)
    return [...claims].flatMap(([id, { booking_id }]) => (booking_id ? [id] : []))
  }

  const bookingCount = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from bookings`.execute(
      world().ctx.db,
    )
    return rows[0]?.n
  }

  test('a booking has everything its owner wants to read, and its places are sold [R-3.18]', async () => {
    const { show, userId } = await scene()
    const request = requestFor(show, userId, {
      parkingSlotIds: [show.twoWheelers[0] as string],
      parkingSlots: [{ slotId: show.twoWheelers[0] as string, vehicleNumber: 'tn 01 ab 1234' }],
      totalCost: 200,
    })

    const booking = await book({ userId, request })

    expect(booking.bookingReference).toMatch(/^MQ-[2-9A-HJKMNP-TV-Z]{10}$/)
    expect(booking).toMatchObject({
      movieId: { _id: show.movieId },
      showtimeId: { _id: show.showtimeId },
      seats: [{ _id: show.seats[0] }],
      parkingSlots: [{ type: 'twoWheeler', vehicleNumber: 'TN01AB1234' }],
      phone: '9876543210',
      totalCost: 200,
      paymentStatus: 'Paid',
    })
    expect(await bookings.listBookings(world().ctx, userId)).toEqual([booking])
    expect((await soldOf(show)).toSorted()).toEqual([show.seats[0], show.twoWheelers[0]].toSorted())
    expect(world().publishedShowtimes).toEqual([show.showtimeId])
  })

  test('the buyer gets a mail with the reference, once', async () => {
    const { userId, request } = await scene()
    const { bookingReference } = await book({ userId, request, key: 'sent twice' })
    await book({ userId, request, key: 'sent twice' })

    await expect.poll(() => world().mails).toHaveLength(1)
    expect(world().mails[0]?.text).toContain(bookingReference)
  })

  test('of two people who pay for one seat at once, one has it and the other is told which was lost', async () => {
    const { show, userId, request } = await scene()
    const rival = await createUser(world().ctx)

    const outcomes = await Promise.allSettled([
      book({ userId, request }),
      book({ userId: rival, request: { ...request, userId: rival } }),
    ])

    const lost = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    )
    expect(lost).toMatchObject([
      { statusCode: 409, code: 'TAKEN', details: { places: [{ _id: show.seats[0] }] } },
    ])
    expect(await soldOf(show)).toEqual([show.seats[0]])
  })

  test('with every check removed, the key of the claims still refuses a second sale', async () => {
    const { show, userId, request } = await scene()
    const { _id } = await book({ userId, request })

    const bareSale = inTransaction(world().ctx.db, { durable: true }, (tx) =>
      sql`insert into claims (showtime_id, place_id, booking_id)
          values (${show.showtimeId}, ${show.seats[0]}, ${_id})`.execute(tx),
    )

    await expect(bareSale).rejects.toThrow(/unique/i)
  })

  test('a seat held by another is refused, one held by the buyer is not', async () => {
    const { show, userId, request } = await scene()
    const wish = { showtimeId: show.showtimeId, placeIds: request.seatIds }
    await holdPlaces(world().ctx, { ...wish, holder: 'asha' })

    await expect(book({ userId, request, holder: 'ravi' })).rejects.toMatchObject({ code: 'TAKEN' })
    await expect(book({ userId, request, holder: 'asha' })).resolves.toBeDefined()
  })

  test('what is sold can be held by nobody, its buyer neither', async () => {
    const { show, userId, request } = await scene()
    const { showtimeId } = show
    const reach = (holder: string) =>
      holdPlaces(world().ctx, { showtimeId, holder, placeIds: request.seatIds })
    await reach('asha')
    await book({ userId, holder: 'asha', request })

    await expect(reach('asha')).rejects.toMatchObject({ code: 'TAKEN' })
    await expect(reach('ravi')).rejects.toMatchObject({ code: 'TAKEN' })
    expect(await soldOf(show)).toEqual(request.seatIds)
  })

  test('paying after the clock ran out succeeds while the place is free', async () => {
    const { show, userId, request } = await scene()
    const wish = { showtimeId: show.showtimeId, placeIds: request.seatIds }
    await holdPlaces(world().ctx, { ...wish, holder: 'asha' })
    await world().clock.advance(11 * MINUTE)

    await expect(book({ userId, request, holder: 'asha' })).resolves.toBeDefined()
  })

  test('when one of several places is lost, nothing of the order is kept', async () => {
    const { show, userId, request } = await scene()
    await book({ userId, request })
    const before = await bookingCount()
    const both = requestFor(show, userId, { seatIds: show.seats.slice(0, 2), totalCost: 300 })

    await expect(book({ userId, request: both })).rejects.toMatchObject({ code: 'TAKEN' })

    expect(await bookingCount()).toBe(before)
    expect(await soldOf(show)).toEqual([show.seats[0]])
  })

  test('another price than the server’s books nothing and names the right one [R-9.5]', async () => {
    const { show, userId, request } = await scene()

    await expect(book({ userId, request: { ...request, totalCost: 1 } })).rejects.toMatchObject({
      code: 'PRICE_MISMATCH',
      details: { totalCost: 150 },
    })

    expect(await soldOf(show)).toEqual([])
  })

  test('the same key gives the same booking once, however often and however fast it is sent', async () => {
    const { userId, request } = await scene()
    const before = await bookingCount()

    const sent = await Promise.all(
      Array.from({ length: 5 }, () => book({ userId, request, key: 'one and the same' })),
    )

    expect(new Set(sent.map(({ bookingReference }) => bookingReference)).size).toBe(1)
    expect(await bookingCount()).toBe((before ?? 0) + 1)
  })

  test('a key that comes back with another order is refused', async () => {
    const { show, userId, request } = await scene()
    await book({ userId, request, key: 'a key of mine' })
    const other = { ...request, seatIds: [show.seats[1] as string] }

    await expect(book({ userId, request: other, key: 'a key of mine' })).rejects.toMatchObject({
      statusCode: 422,
      code: 'KEY_REUSED',
    })
    expect(await soldOf(show)).toEqual([show.seats[0]])
  })

  test('without a key, a repeat is answered with the booking there is, also when both came at once', async () => {
    const { userId, request } = await scene()

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

  test('a repeat after the show has begun is answered with the booking too', async () => {
    const { userId, request } = await scene()
    const { bookingReference } = await book({ userId, request })
    await world().clock.advance(24 * 60 * MINUTE)

    await expect(book({ userId, request })).rejects.toMatchObject({
      code: 'ALREADY_BOOKED',
      details: { bookingReference },
    })
  })

  test('a place that is offered no more can still be paid by whoever holds it', async () => {
    const { show, userId, request } = await scene()
    const { ctx } = world()
    const [held, free] = show.seats.slice(3) as [string, string]
    await holdPlaces(ctx, { showtimeId: show.showtimeId, placeIds: [held], holder: 'asha' })
    await ctx.db.updateTable('places').set({ retired: 1 }).where('id', 'in', [held, free]).execute()

    const wish = (seatIds: string[]) => ({
      userId,
      holder: 'asha',
      request: { ...request, seatIds },
    })
    await expect(book(wish([free]))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await book(wish([held]))).seats).toMatchObject([{ _id: held }])
  })

  test('film, showtime, seats and slots must belong together, each once and in its list', async () => {
    const { show, userId, request } = await scene()
    const other = await createShowtime(world().ctx)
    const wrong: Partial<BookingRequest>[] = [
      { movieId: other.movieId },
      { seatIds: [other.seats[0] as string] },
      { seatIds: [show.twoWheelers[0] as string], totalCost: 50 },
      { parkingSlotIds: [show.seats[1] as string], totalCost: 300 },
    ]
    for (const wish of wrong) {
      await expect(book({ userId, request: { ...request, ...wish } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    const twice = { ...request, seatIds: [...request.seatIds, ...request.seatIds] }
    await expect(book({ userId, request: twice })).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('no more slots of a kind are sold at once than may be held', async () => {
    const { show, userId, request } = await scene()
    const wish = { ...request, parkingSlotIds: show.twoWheelers.slice(0, 5), totalCost: 400 }

    await expect(book({ userId, request: wish })).rejects.toMatchObject({ code: 'LIMIT' })
    expect(await soldOf(show)).toEqual([])
  })

  test('a slot has one vehicle', async () => {
    const { show, userId, request } = await scene()
    const [slotId] = show.twoWheelers as [string]
    const parkingSlots = ['TN01AB1234', 'KA05MX0001'].map((vehicleNumber) => ({
      slotId,
      vehicleNumber,
    }))
    const wish = { ...request, parkingSlotIds: [slotId], parkingSlots, totalCost: 200 }

    await expect(book({ userId, request: wish })).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('whose account was deleted on the way to paying buys nothing and is signed out', async () => {
    const { request } = await scene()

    await expect(book({ userId: 'nobody any more', request })).rejects.toMatchObject({
      statusCode: 401,
    })
  })

  test('after the cutoff a hold may still be paid, after the start nothing [R-9.2]', async () => {
    const { show, userId, request } = await scene({ startsIn: 35 * MINUTE })
    const wish = { showtimeId: show.showtimeId, placeIds: request.seatIds, holder: 'asha' }
    await holdPlaces(world().ctx, wish)
    await world().clock.advance(6 * MINUTE)

    const other = { ...request, seatIds: [show.seats[1] as string] }
    await expect(book({ userId, request: other, holder: 'asha' })).rejects.toMatchObject({
      code: 'CLOSED',
    })
    await expect(book({ userId, request, holder: 'asha' })).resolves.toBeDefined()
  })
})
