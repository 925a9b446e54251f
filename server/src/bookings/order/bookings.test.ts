import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '#src/database/transaction.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000

describeDatabases('book', (context) => {
  const { book, createOrder, listBookings, soldPlaces } = createBookingCalls(context)
  const { hold } = createHoldCalls(context)

  const createSeatOrder = async (options?: Parameters<typeof createShowtime>[1]) => {
    const showtime = await createShowtime(context().ctx, options)
    const [seatId] = showtime.seats as [string]
    return { showtime, seatId, order: await createOrder(showtime, [seatId]) }
  }

  test('book returns the whole booking and sells its places [R-3.18]', async () => {
    const showtime = await createShowtime(context().ctx)
    const [[seatId], [slotId]] = [showtime.seats, showtime.twoWheelers] as [[string], [string]]
    const order = await createOrder(showtime, [seatId], {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'tn 01 ab 1234' }],
      totalCost: 200,
    })

    const booking = await book(order)

    expect(booking.bookingReference).toMatch(/^MQ-[2-9A-HJKMNP-TV-Z]{10}$/)
    expect(booking).toMatchObject({
      movieId: { _id: showtime.movieId },
      showtimeId: { _id: showtime.showtimeId },
      seats: [{ _id: seatId }],
      parkingSlots: [{ type: 'twoWheeler', vehicleNumber: 'TN01AB1234' }],
      phone: '9876543210',
      totalCost: 200,
      paymentStatus: 'Paid',
    })
    expect(await listBookings(order.userId)).toEqual([booking])
    expect(await soldPlaces(showtime)).toEqual([seatId, slotId].toSorted())
    expect(context().publishedShowtimes).toEqual([showtime.showtimeId])
  })

  test('a booking tells the cutoff of its showtime, unless it is the default [S-570]', async () => {
    for (const [options, cutoff] of [
      [{ cutoffMinutes: 15 }, { cutoffMinutes: 15 }],
      [{}, {}],
    ] as const) {
      const { order, showtime } = await createSeatOrder(options)

      const { showtimeId } = await book(order)

      expect(showtimeId).toEqual({
        _id: showtime.showtimeId,
        date: expect.any(String),
        ...cutoff,
        startTime: expect.any(String),
        screen: expect.any(String),
      })
      expect((await listBookings(order.userId))[0]?.showtimeId).toEqual(showtimeId)
    }
  })

  test('book logs a new booking once, without personal data', async () => {
    const logged = vi.spyOn(context().ctx.log, 'info')
    const { showtime, order } = await createSeatOrder()

    const { _id: bookingId } = await book({ ...order, key: 'once' })
    await book({ ...order, key: 'once' })

    const { showtimeId } = showtime
    const line = { bookingId, showtimeId, seats: 1, slots: 0, totalCost: 150 }
    expect(logged.mock.calls).toEqual([[line, 'booking created']])
    logged.mockRestore()
  })

  test('sells a seat to exactly one of two concurrent buyers and names it to the other', async () => {
    const { showtime, seatId, order } = await createSeatOrder()
    const rival = await createOrder(showtime, [seatId])

    const outcomes = await Promise.allSettled([book(order), book(rival)])

    const lost = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(lost).toMatchObject([
      { statusCode: 409, code: 'TAKEN', details: { places: [{ _id: seatId }] } },
    ])
    expect(await soldPlaces(showtime)).toEqual([seatId])
  })

  test('a second sale of a place is refused by the primary key of claims, without any other check', async () => {
    const { showtime, seatId, order } = await createSeatOrder()
    const { _id } = await book(order)

    const bareSale = inTransaction(context().ctx.db, { durable: true }, (tx) =>
      sql`insert into claims (showtime_id, place_id, booking_id)
          values (${showtime.showtimeId}, ${seatId}, ${_id})`.execute(tx),
    )

    await expect(bareSale).rejects.toThrow(/unique/i)
  })

  test('listBookings returns at most 100 bookings, those that are not over first, and the next ones by a cursor [S-705]', async () => {
    const { ctx, clock } = context()
    const { order } = await createSeatOrder()
    const { userId } = order
    const upcoming = await book(order)
    await context().sentMails()
    const row = await ctx.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', upcoming._id)
      .executeTakeFirstOrThrow()
    // They have no places, as cancelled bookings.
    const cancelled = Array.from({ length: 120 }, (_, n) => ({
      ...row,
      id: crypto.randomUUID(),
      reference: `MQ-${n}`,
      created_at: row.created_at + 1 + n,
    }))
    for (const copy of cancelled) await ctx.db.insertInto('bookings').values(copy).execute()
    const newestFirst = cancelled.toReversed().map(({ id }) => id)
    const list = async (before?: string) =>
      (await listBookings(userId, before)).map(({ _id }) => _id)

    const first = await list()
    const second = await list(first.at(-1))

    expect(first).toEqual([upcoming._id, ...newestFirst.slice(0, 99)])
    expect(second).toEqual(newestFirst.slice(99))
    expect(await list('unknown')).toEqual([])
    await clock.advance(100 * 24 * 60 * MINUTE)
    expect(await list()).toEqual(newestFirst.slice(0, 100))
  })

  test('sells a held seat to its holder only, also after the hold has expired', async () => {
    const { showtime, seatId, order } = await createSeatOrder()
    await hold('asha', showtime, seatId)

    await expect(book({ ...order, holder: 'ravi' })).rejects.toMatchObject({ code: 'TAKEN' })
    await context().clock.advance(11 * MINUTE)
    await expect(book({ ...order, holder: 'asha' })).resolves.toBeDefined()
  })

  test('holdPlaces refuses a sold seat, also to its buyer', async () => {
    const { showtime, seatId, order } = await createSeatOrder()
    await hold('asha', showtime, seatId)
    await book({ ...order, holder: 'asha' })

    for (const holder of ['asha', 'ravi']) {
      await expect(hold(holder, showtime, seatId)).rejects.toMatchObject({ code: 'TAKEN' })
    }
    expect(await soldPlaces(showtime)).toEqual([seatId])
  })

  test('makes one booking and sends one email for concurrent orders with the same idempotency key', async () => {
    const { order } = await createSeatOrder()
    const orders = Array.from({ length: 5 }, () => book({ ...order, key: 'key' }))

    const references = new Set((await Promise.all(orders)).map((made) => made.bookingReference))

    expect(references.size).toBe(1)
    expect(await listBookings(order.userId)).toHaveLength(1)
    const mails = await context().sentMails()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain([...references][0])
  })

  test('writes the recipient of the confirmation with the booking, and composes the mail when it is sent', async () => {
    const { ctx, sentMails } = context()
    const { showtime, order } = await createSeatOrder()
    const { _id: bookingId, bookingReference } = await book(order)

    const stored = await ctx.db
      .selectFrom('outbox')
      .select(['booking_id', 'recipient', 'subject', 'body'])
      .where('sent_at', 'is', null)
      .execute()
    const to = `${order.userId}@example.com`
    expect(stored).toEqual([{ booking_id: bookingId, recipient: to, subject: '', body: '' }])

    const [mail] = await sentMails()
    expect(mail).toMatchObject({ kind: 'booking', to })
    expect(mail?.subject).toContain(bookingReference)
    for (const part of ['Seats: A1', `Screen ${showtime.screenId}`, 'Paid: ₹150'])
      expect(mail?.text).toContain(part)
  })

  test('refuses a repeat without a key with ALREADY_BOOKED, concurrently and after the start of the showtime', async () => {
    const { order } = await createSeatOrder()

    const outcomes = await Promise.allSettled([book(order), book(order)])
    await context().clock.advance(24 * 60 * MINUTE)
    const later = book(order)

    const [made] = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const [refusal] = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    const details = { bookingReference: made?.bookingReference }
    expect(refusal).toMatchObject({ code: 'ALREADY_BOOKED', details })
    await expect(later).rejects.toMatchObject({ code: 'ALREADY_BOOKED', details })
  })

  test('sells a retired place to its holder only', async () => {
    const { showtime, order } = await createSeatOrder()
    const [held, free] = showtime.seats.slice(3) as [string, string]
    await hold('asha', showtime, held)
    await changeRows(context().ctx, showtime.showtimeId, async (db) => {
      const places = db.updateTable('places').set({ retired: 1 })
      await places.where('id', 'in', [held, free]).execute()
      const screens = db
        .updateTable('screens')
        .set(({ eb }) => ({ places_revision: eb('places_revision', '+', 1) }))
      await screens.where('id', '=', showtime.screenId).execute()
    })
    const bookSeat = (seatId: string) =>
      book({ ...order, holder: 'asha', request: { ...order.request, seatIds: [seatId] } })

    await expect(bookSeat(free)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await bookSeat(held)).seats).toMatchObject([{ _id: held }])
  })

  test('refuses two vehicles for one slot', async () => {
    const showtime = await createShowtime(context().ctx)
    const [slotId] = showtime.twoWheelers as [string]
    const order = await createOrder(showtime, showtime.seats.slice(0, 1), {
      parkingSlotIds: [slotId],
      parkingSlots: ['TN01AB1234', 'KA05MX0001'].map((vehicleNumber) => ({
        slotId,
        vehicleNumber,
      })),
      totalCost: 200,
    })

    await expect(book(order)).rejects.toMatchObject({ code: 'INVALID' })
  })

  test('book sells after the cutoff only places that the buyer holds [R-9.2]', async () => {
    const { showtime, seatId, order } = await createSeatOrder({ startsIn: 35 * MINUTE })
    await hold('asha', showtime, seatId)
    await context().clock.advance(6 * MINUTE)
    const other = await createOrder(showtime, [showtime.seats[1]])

    await expect(book({ ...other, holder: 'asha' })).rejects.toMatchObject({ code: 'CLOSED' })
    await expect(book({ ...order, holder: 'asha' })).resolves.toBeDefined()
  })
})
