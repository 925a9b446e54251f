import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { giveBackDueHouseSeats, giveBackHouseSeats } from '../house-seats/house-seats.service.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { keepHouseSeats, sellAtCounter } from './staff-sales.service.ts'

const MINUTE = 60_000
/** The movie of `createShowtime` takes 79 minutes. */
const DURATION = 79 * MINUTE

describeDatabases('sales and blocks of staff', (context) => {
  const { createOrder, book, soldPlaces } = createBookingCalls(context)
  const { hold } = createHoldCalls(context)
  const node = () => createNodeContext(context().ctx)

  const sell = (
    { showtimeId }: CreatedShowtime,
    placeIds: (string | undefined)[],
    { ctx = context().ctx, key, ...sale }: Record<string, unknown> & { key?: string } = {},
  ) =>
    sellAtCounter(ctx as ReturnType<typeof node>, {
      showtimeId,
      deviceId: 'box office',
      key,
      sale: {
        placeIds: placeIds.filter((id) => id !== undefined),
        payment: 'cash' as const,
        totalCost: 150 * placeIds.length,
        ...sale,
      },
    })
  const block = (
    { showtimeId }: CreatedShowtime,
    placeIds: (string | undefined)[],
    { ctx = context().ctx, giveBackAt = null as string | null } = {},
  ) =>
    keepHouseSeats(ctx, {
      showtimeId,
      deviceId: 'box office',
      reason: 'broken',
      giveBackAt,
      placeIds: placeIds.filter((id) => id !== undefined),
    })
  const unblock = ({ showtimeId }: CreatedShowtime, placeIds: string[]) =>
    giveBackHouseSeats(context().ctx, { showtimeId, placeIds, deviceId: 'box office' })
  const bookingRow = (id: string) =>
    context()
      .ctx.db.selectFrom('bookings')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('house seats of a group are sold to it, some now and some later, and no others [S-1053]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const [first = '', second = '', third = '', free = ''] = showtime.seats
    await keepHouseSeats(ctx, {
      showtimeId: showtime.showtimeId,
      deviceId: 'box office',
      reason: 'Group reservation',
      name: 'Class 7b',
      placeIds: [first, second, third],
    })
    await expect(sell(showtime, [first])).rejects.toMatchObject({ code: 'TAKEN' })

    const id = await sell(showtime, [first, second], { isFromHouseSeats: true, name: 'Class 7b' })
    const again = sell(showtime, [first], { isFromHouseSeats: true })
    await expect(again).rejects.toMatchObject({ code: 'TAKEN' })

    const houseOf = () =>
      ctx.db
        .selectFrom('bookings')
        .leftJoin('booking_places', 'booking_id', 'bookings.id')
        .select(['contact_name', 'place_id', 'house_ended_at'])
        .where('showtime_id', '=', showtime.showtimeId)
        .where('channel', '=', 'house')
        .execute()
    expect(await houseOf()).toEqual([
      { contact_name: 'Class 7b', place_id: third, house_ended_at: null },
    ])
    expect(await bookingRow(id)).toMatchObject({ channel: 'counter', total_cost: 300 })
    await sell(showtime, [third, free], { isFromHouseSeats: true })
    expect(await houseOf()).toEqual([
      { contact_name: 'Class 7b', place_id: null, house_ended_at: expect.any(Number) },
    ])
    expect(await soldPlaces(showtime)).toEqual([first, second, third, free].toSorted())
    expect((await reconcile(ctx.reader)).problems).toEqual([])
  })

  test('of two counters that sell the seats of a group at once, one does it [S-1053]', async () => {
    const showtime = await createShowtime(context().ctx)
    const places = showtime.seats.slice(0, 2)
    await block(showtime, places)

    const outcomes = await Promise.allSettled(
      [context().ctx, node()].map((ctx) => sell(showtime, places, { ctx, isFromHouseSeats: true })),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await soldPlaces(showtime)).toEqual(places.toSorted())
    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
  })

  test('sellAtCounter writes a booking of the counter with its payment and device', async () => {
    const showtime = await createShowtime(context().ctx)

    const id = await sell(showtime, showtime.seats.slice(0, 2), { payment: 'card' })

    expect(await bookingRow(id)).toMatchObject({
      channel: 'counter',
      payment_method: 'card',
      device_id: 'box office',
      user_id: null,
      total_cost: 300,
      payment_status: 'Paid',
    })
    expect(await soldPlaces(showtime)).toEqual(showtime.seats.slice(0, 2).toSorted())
    expect(context().publishedShowtimes).toContain(showtime.showtimeId)
  })

  test('sellAtCounter sells more than ten seats, after the cutoff and after the start, until the end', async () => {
    const showtime = await createShowtime(context().ctx, { startsIn: MINUTE })
    const many = showtime.seats.slice(0, 8)
    await sell(showtime, many)
    await context().clock.advance(DURATION - MINUTE)
    await sell(showtime, showtime.seats.slice(8, 9), { totalCost: 180 })
    await context().clock.advance(2 * MINUTE)

    await expect(
      sell(showtime, showtime.seats.slice(9, 10), { totalCost: 180 }),
    ).rejects.toMatchObject({ code: 'CLOSED', message: 'This show is over.' })
    expect(await soldPlaces(showtime)).toHaveLength(9)

    const large = await createShowtime(context().ctx)
    await sell(large, large.seats.slice(0, 16), { totalCost: 8 * 150 + 8 * 180 })
    expect(await soldPlaces(large)).toHaveLength(16)
  })

  test('sellAtCounter refuses another price, no seat, a place twice, an unknown place, and complimentary tickets without a reason', async () => {
    const showtime = await createShowtime(context().ctx)
    const other = await createShowtime(context().ctx)
    const [seat, slot] = [showtime.seats[0], showtime.twoWheelers[0]]

    const codes = await codesOf([
      sell(showtime, [seat], { totalCost: 1 }),
      sell(showtime, [slot], { totalCost: 50 }),
      sell(showtime, [seat, seat]),
      sell(showtime, [other.seats[0]]),
      sell(showtime, [seat], { payment: 'complimentary' }),
    ])

    expect(codes).toEqual(['PRICE_MISMATCH', 'INVALID', 'INVALID', 'NOT_FOUND', 'INVALID'])
    expect(await soldPlaces(showtime)).toEqual([])
  })

  test('sellAtCounter refuses a place that a visitor holds or has bought, and names it', async () => {
    const showtime = await createShowtime(context().ctx)
    const [held, sold, free] = showtime.seats
    await hold('asha', showtime, held)
    await book(await createOrder(showtime, [sold]))

    await expect(sell(showtime, [held, sold, free])).rejects.toMatchObject({
      code: 'TAKEN',
      details: { places: [{ label: 'A1' }, { label: 'A2' }] },
    })
  })

  test('a repeated idempotency key returns the first sale also after the show was moved to another screen', async () => {
    const showtime = await createShowtime(context().ctx)
    const other = await createShowtime(context().ctx)
    const [seat] = showtime.seats
    const bookingId = await sell(showtime, [seat], { key: 'till-0002' })
    await context()
      .ctx.db.updateTable('showtimes')
      .set({
        layout_id: other.screenId,
        starts_at: context().clock.now() + 3 * DURATION,
        version: 'moved',
      })
      .where('id', '=', showtime.showtimeId)
      .execute()

    expect(await sell(showtime, [seat], { key: 'till-0002', ctx: node() })).toBe(bookingId)
    await expect(sell(showtime, [seat], { key: 'till-0003', ctx: node() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a repeated idempotency key returns the first sale, and another sale with it is refused', async () => {
    const showtime = await createShowtime(context().ctx)
    const [first, second] = showtime.seats
    const sales = await Promise.all([
      sell(showtime, [first], { key: 'till-0001' }),
      sell(showtime, [first], { key: 'till-0001', ctx: node() }),
      sell(showtime, [first], { key: 'till-0001' }),
    ])

    expect(new Set(sales).size).toBe(1)
    await expect(sell(showtime, [second], { key: 'till-0001' })).rejects.toMatchObject({
      code: 'KEY_REUSED',
    })
    expect(await soldPlaces(showtime)).toEqual([first])
  })

  test('of a sale at the counter, a booking, a hold and a block of one seat at the same time, on two nodes, one succeeds', async () => {
    for (let round = 0; round < 8; round += 1) {
      const showtime = await createShowtime(context().ctx)
      const [seat] = showtime.seats
      // Before the others begin: one of them may be refused while nothing waits for its answer.
      const order = await createOrder(showtime, [seat])
      const codes = await codesOf([
        sell(showtime, [seat]),
        sell(showtime, [seat], { ctx: node() }),
        book(order),
        hold(`asha ${round}`, showtime, seat),
        block(showtime, [seat]),
        block(showtime, [seat], { ctx: node() }),
      ])
      expect(codes.toSorted()).toEqual(['TAKEN', 'TAKEN', 'TAKEN', 'TAKEN', 'TAKEN', 'ok'])
    }
  })

  test('a visitor sees a blocked seat as sold, and cannot book it until it is unblocked', async () => {
    const showtime = await createShowtime(context().ctx)
    const [seat = ''] = showtime.seats
    await block(showtime, [seat])
    const { claims } = await readSeatMap(context().ctx, showtime.showtimeId)

    expect(claims.get(seat)?.bookingId).toEqual(expect.any(String))
    expect(await codesOf([book(await createOrder(showtime, [seat]))])).toEqual(['TAKEN'])
    expect(await unblock(showtime, [seat, ...showtime.seats.slice(1, 3)])).toBe(1)
    expect(await unblock(showtime, [seat])).toBe(0)
    expect(await codesOf([book(await createOrder(showtime, [seat]))])).toEqual(['ok'])
  })

  test('giveBackHouseSeats gives back no place that is sold', async () => {
    const showtime = await createShowtime(context().ctx)
    const [sold = '', counter = ''] = showtime.seats
    await book(await createOrder(showtime, [sold]))
    await sell(showtime, [counter])

    expect(await unblock(showtime, [sold, counter])).toBe(0)
    expect(await soldPlaces(showtime)).toEqual([sold, counter].toSorted())
  })

  test('giveBackHouseSeats at the same time on several nodes gives back each place once', async () => {
    const showtime = await createShowtime(context().ctx)
    const seats = showtime.seats.slice(0, 4)
    await block(showtime, seats)

    const givenBack = await Promise.all([1, 2, 3].map(() => unblock(showtime, seats)))

    expect(givenBack.toSorted()).toEqual([0, 0, 4])
  })

  test('giveBackDueHouseSeats gives back blocked places at their time and writes it to the audit', async () => {
    const { ctx, clock } = context()
    const showtime = await createShowtime(ctx)
    const [kept, givenBack] = showtime.seats
    await block(showtime, [kept])
    const giveBackAt = new Date(clock.now() + 5 * MINUTE).toISOString()
    await block(showtime, [givenBack], { giveBackAt })
    await giveBackDueHouseSeats(ctx)
    expect(await soldPlaces(showtime)).toHaveLength(2)

    await clock.advance(6 * MINUTE)

    expect(await giveBackDueHouseSeats(ctx)).toBe(1)
    expect(await soldPlaces(showtime)).toEqual([kept])
    const entries = await ctx.db
      .selectFrom('audit')
      .select(['action', 'device_id', 'reason'])
      .where('subject_id', '=', showtime.showtimeId)
      .orderBy('at')
      .execute()
    expect(entries).toEqual([
      { action: 'places.block', device_id: 'box office', reason: 'broken' },
      { action: 'places.block', device_id: 'box office', reason: 'broken' },
      { action: 'places.give-back', device_id: null, reason: null },
    ])
  })

  test('giveBackDueHouseSeats gives back those of other shows when those of one cannot be', async () => {
    const { ctx, clock } = context()
    const [broken, other] = [await createShowtime(ctx), await createShowtime(ctx)]
    for (const showtime of [broken, other]) {
      const giveBackAt = new Date(clock.now() + MINUTE).toISOString()
      await block(showtime, [showtime.seats[0]], { giveBackAt })
      await clock.advance(MINUTE)
    }
    const transact: typeof ctx.showtimes.transact = (ids, ...rest) =>
      ids.includes(broken.showtimeId)
        ? Promise.reject(new Error('broken'))
        : ctx.showtimes.transact(ids, ...rest)

    expect(await giveBackDueHouseSeats({ ...ctx, showtimes: { ...ctx.showtimes, transact } })).toBe(
      1,
    )

    expect(await soldPlaces(other)).toEqual([])
    expect(await giveBackDueHouseSeats(ctx)).toBe(1)
  })

  test('a sale or block whose audit cannot be written is not written', async () => {
    const { db } = context().ctx
    const showtime = await createShowtime(context().ctx)
    const [first, second] = showtime.seats

    await sql`alter table audit rename to audit_away`.execute(db)
    try {
      await expect(block(showtime, [first])).rejects.toThrow(/audit/)
      await expect(sell(showtime, [second], { name: 'Meera Nair' })).rejects.toThrow(/audit/)
    } finally {
      await sql`alter table audit_away rename to audit`.execute(db)
    }

    expect(await soldPlaces(showtime)).toEqual([])
  })

  test('a sale with an email gets the confirmation with a link that needs no account', async () => {
    const showtime = await createShowtime(context().ctx)
    await sell(showtime, [showtime.seats[0]], { email: 'Asha@example.com', name: 'Asha' })

    const [mail] = await context().sentMails()

    expect(mail).toMatchObject({ kind: 'booking', to: 'Asha@example.com' })
    expect(mail?.text).toContain('http://localhost:3000/pass/')
  })

  test('the audit and the log of a sale have no name, email, phone or vehicle number', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx)
    const [slot] = showtime.fourWheelers
    const id = await sell(showtime, [showtime.seats[0], slot], {
      name: 'Meera Nair',
      email: 'meera@example.com',
      phone: '98765 43210',
      vehicles: [{ placeId: slot, vehicleNumber: 'tn 01 ab 1234' }],
      totalCost: 250,
    })

    const audit = JSON.stringify(
      await ctx.db.selectFrom('audit').selectAll().where('subject_id', '=', id).execute(),
    )
    expect(audit).toContain('booking.sell')
    expect(audit).not.toMatch(/meera|98765|TN01AB1234/i)
  })
})
