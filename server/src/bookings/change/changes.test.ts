import type { ChangedBooking } from '@marquee/contract/bookings/booking-changes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { queueReminders } from '#src/messages/reminders/reminders.service.ts'
import { findTicket, passToken } from '#src/tickets/tickets.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { changeShowtimes } from '#test/support/lock-showtimes.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import {
  expectRefusal,
  notFound,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { book as bookPlaces } from '../order/book.service.ts'
import { previewChange } from './change-previews.service.ts'
import * as changes from './changes.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Half is refunded then. */
const LATE = 2 * HOUR
/** All is refunded then. */
const EARLY = 6 * HOUR

describeDatabases('cancelling a booking', (context) => {
  const { createOrder, book, listBookings, soldPlaces } = createBookingCalls(context)
  const office = setupTestOffice(context)

  /** A booking of three Standard seats and a slot: 550 rupees. */
  async function createParty(startsIn = EARLY) {
    const showtime = await createShowtime(context().ctx, { startsIn })
    const [slotId = ''] = showtime.fourWheelers
    const seatIds = showtime.seats.slice(0, 3)
    const order = await createOrder(showtime, seatIds, {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB1234' }],
      totalCost: 550,
    })
    const booking = await book(order)
    const own = { userId: order.userId, reference: booking.bookingReference }
    return { showtime, order, booking, own, seatIds, slotId }
  }
  type Party = Awaited<ReturnType<typeof createParty>>

  const cancel = (
    { own }: Pick<Party, 'own'>,
    body: Parameters<typeof changes.cancel>[2],
    { ctx = context().ctx, key }: { ctx?: Context; key?: string } = {},
  ) => changes.cancel(ctx, { ...own, key }, body)
  const preview = ({ own }: Party, named = {}) => previewChange(context().ctx, own, named)
  const tokenOf = async ({ own }: Party, number: number) => {
    const { ctx } = context()
    const ticket = await findTicket(ctx, own.reference)
    return ticket ? passToken(ctx, ticket, number) : ''
  }
  async function scan(scanned: { token?: string; reference?: string }) {
    const { client } = await office().pair('door', crypto.randomUUID())
    const body = { ...scanned, scanId: crypto.randomUUID(), scannedAt: new Date().toISOString() }
    return (await client.post('/api/office/admissions', body)).json() as { verdict: string }
  }
  async function expectBooksAgree() {
    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
  }
  /** What a change may write. */
  async function stateOf({ booking }: Party) {
    const { rows } = await sql<object>`
      select payment_status, issue,
             (select count(*) from payments where booking_id = bookings.id) as payments,
             (select count(*) from booking_places where booking_id = bookings.id) as places,
             (select count(*) from claims where booking_id = bookings.id) as claims,
             (select count(*) from cancelled_places where booking_id = bookings.id) as cancelled,
             (select count(*) from audit where subject_id = bookings.id) as entries,
             (select count(*) from outbox where booking_id = bookings.id) as mails
        from bookings where id = ${booking._id}`.execute(context().ctx.db)
    return rows[0]
  }

  test('a whole booking cancelled early is refunded in full, and its places are free at once [S-410][S-412][S-570]', async () => {
    const party = await createParty()
    context().publishedShowtimes.length = 0

    const cancelled = await cancel(party, { refund: 550 })

    const expected = {
      cancelled: true,
      totalCost: 0,
      refunded: 550,
      paymentStatus: 'Refunded',
      seats: [{ seatNumber: 'A1' }, { seatNumber: 'A2' }, { seatNumber: 'A3' }],
      parkingSlots: [{ slotNumber: 'F1', vehicleNumber: null }],
    }
    expect(cancelled).toMatchObject({
      ...expected,
      payments: [
        { kind: 'payment', amount: 550 },
        { kind: 'refund', amount: 550 },
      ],
    })
    expect(await listBookings(party.own.userId)).toMatchObject([expected])
    expect(await soldPlaces(party.showtime)).toEqual([])
    expect(context().publishedShowtimes).toEqual([party.showtime.showtimeId])
    await expectBooksAgree()
  })

  test('places cancelled late are refunded by half; the others and their passes stay [S-410][S-413]', async () => {
    const party = await createParty(LATE)
    const [seat = '', ...others] = party.seatIds
    const [given, kept] = [await tokenOf(party, 1), await tokenOf(party, 2)]
    const terms = await preview(party, { seatIds: [seat], slotIds: [party.slotId] })
    expect(terms).toEqual({
      refund: 125,
      fee: 125,
      difference: -125,
      deadline: expect.stringMatching(/^\d{4}-.+Z$/),
    })

    const booking = await cancel(party, { seatIds: [seat], slotIds: [party.slotId], refund: 125 })

    expect(booking).toMatchObject({
      totalCost: 425,
      refunded: 125,
      paymentStatus: 'Partly refunded',
      parkingSlots: [],
      seats: [{ seatNumber: 'A2' }, { seatNumber: 'A3' }],
    })
    expect(booking).not.toHaveProperty('cancelled')
    expect(await soldPlaces(party.showtime)).toEqual(others.toSorted())
    expect((await scan({ token: given })).verdict).toBe('VOID')
    expect((await scan({ token: kept })).verdict).toBe('ADMITTED')
    await expectBooksAgree()
  })

  test('a cancelled slot leaves the passes of the seats valid [S-413]', async () => {
    const party = await createParty()
    const token = await tokenOf(party, 0)

    await cancel(party, { slotIds: [party.slotId], refund: 100 })

    expect((await scan({ token })).verdict).toBe('ADMITTED')
  })

  test('after the cutoff nothing is refunded, and the status stays Paid [S-410]', async () => {
    const party = await createParty(31 * MINUTE)
    await context().clock.advance(2 * MINUTE)

    const booking = await cancel(party, { refund: 0 })

    expect(booking).toMatchObject({ cancelled: true, totalCost: 550, paymentStatus: 'Paid' })
    expect(booking).not.toHaveProperty('refunded')
    expect(booking.payments).toHaveLength(1)
    await expectBooksAgree()
    await context().clock.advance(-2 * MINUTE)
  })

  test('a change that is refused changes nothing [S-414]', async () => {
    const party = await createParty()
    const [seat = ''] = party.seatIds
    const before = await stateOf(party)

    await expect(cancel(party, { refund: 549 })).rejects.toMatchObject({
      statusCode: 409,
      code: 'PRICE_MISMATCH',
      details: { totalCost: 550 },
    })
    const refused: [seatIds: string[], refund: number, code: string][] = [
      [party.seatIds, 450, 'INVALID'],
      [[seat, seat], 300, 'INVALID'],
      [[party.slotId], 100, 'NOT_FOUND'],
      [party.showtime.seats.slice(5, 6), 150, 'NOT_FOUND'],
    ]
    for (const [seatIds, refund, code] of refused)
      await expect(cancel(party, { seatIds, refund })).rejects.toMatchObject({ code })

    expect(await stateOf(party)).toEqual(before)
  })

  test('nothing is cancelled twice, nor after the start [S-414]', async () => {
    const party = await createParty()
    await cancel(party, { refund: 550 })
    const late = await createParty(MINUTE * 31)
    await context().clock.advance(31 * MINUTE)

    for (const [one, refund] of [
      [party, 550],
      [late, 0],
    ] as const)
      await expect(cancel(one, { refund })).rejects.toMatchObject({ code: 'CLOSED' })
    await context().clock.advance(-31 * MINUTE)
  })

  test('seats of a party that is partly in are not cancelled, and a slot only until its vehicle is here [S-415]', async () => {
    const { ctx } = context()
    const party = await createParty()
    const { booking, slotId, seatIds, showtime } = party
    await scan({ token: await tokenOf(party, 1) })
    await ctx.db
      .insertInto('vehicle_states')
      .values({
        showtime_id: showtime.showtimeId,
        place_id: slotId,
        booking_id: booking._id,
        state: 'parked',
        since: 0,
      })
      .execute()

    for (const body of [
      { refund: 550 },
      { seatIds: seatIds.slice(2), refund: 150 },
      { slotIds: [slotId], refund: 100 },
    ])
      await expect(cancel(party, body)).rejects.toMatchObject({ code: 'CLOSED' })
    await ctx.db.updateTable('vehicle_states').set({ state: 'expected' }).execute()
    expect(await cancel(party, { slotIds: [slotId], refund: 100 })).toMatchObject({
      totalCost: 450,
    })
  })

  test('a booking is cancelled or admitted, never both, when both happen at the same time [S-415]', async () => {
    const node = createNodeContext(context().ctx)
    for (let round = 0; round < 5; round += 1) {
      const party = await createParty()
      const [cancelled, { verdict }] = await Promise.all([
        cancel(party, { refund: 550 }, { ctx: node }).then(
          () => true,
          () => false,
        ),
        scan({ reference: party.own.reference }),
      ])

      expect([cancelled, verdict]).toEqual(cancelled ? [true, 'CANCELLED'] : [false, 'ADMITTED'])
    }
    await expectBooksAgree()
  })

  test('of two cancellations at the same time, on two nodes, one is refunded [S-414]', async () => {
    const node = createNodeContext(context().ctx)
    for (let round = 0; round < 5; round += 1) {
      const party = await createParty()
      const [seat = ''] = party.seatIds

      const results = await Promise.allSettled([
        cancel(party, { seatIds: [seat], refund: 150 }),
        cancel(party, { seatIds: [seat], refund: 150 }, { ctx: node }),
      ])

      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await stateOf(party)).toMatchObject({ payments: 2, places: 3, cancelled: 1 })
    }
    await expectBooksAgree()
  })

  test('the same key cancels once, on several nodes, and another request with it is refused [S-416]', async () => {
    const party = await createParty()
    const node = createNodeContext(context().ctx)
    const key = crypto.randomUUID()
    const body = { seatIds: party.seatIds.slice(0, 1), refund: 150 }

    const answers = await Promise.all([
      cancel(party, body, { key }),
      cancel(party, body, { key, ctx: node }),
      cancel(party, body, { key }),
    ])

    for (const { totalCost } of answers) expect(totalCost).toBe(400)
    expect(await stateOf(party)).toMatchObject({ payments: 2, places: 3, entries: 1, mails: 2 })
    await expect(cancel(party, { refund: 400 }, { key })).rejects.toMatchObject({
      statusCode: 422,
      code: 'KEY_REUSED',
    })
  })

  test('cancelled places can be booked again, by others and by the same account [S-412]', async () => {
    const { ctx } = context()
    const party = await createParty()
    const [first = '', ...others] = party.seatIds
    await cancel(party, { refund: 550 })

    const other = await book(await createOrder(party.showtime, [first]))
    const { key: _, ...order } = { key: '', ...party.order }
    const again = await bookPlaces(ctx, {
      ...order,
      request: { ...order.request, seatIds: others, totalCost: 400 },
    })

    expect(other.seats).toMatchObject([{ seatNumber: 'A1' }])
    expect(again._id).not.toBe(party.booking._id)
    expect(await listBookings(party.own.userId)).toHaveLength(2)
    await expectBooksAgree()
  })

  test('a repeated order finds the cancelled booking by its key, is new without one, and is ALREADY_BOOKED for what is left [S-412]', async () => {
    const { ctx } = context()
    const party = await createParty()
    const { order, own, seatIds } = party
    const rebook = (changed: Partial<typeof order>) => bookPlaces(ctx, { ...order, ...changed })
    const key = crypto.randomUUID()
    await cancel(party, { refund: 550 })

    const again = await rebook({ key })
    const repeated = { own: { ...own, reference: again.bookingReference } }
    await cancel(repeated, { seatIds: seatIds.slice(0, 1), slotIds: [party.slotId], refund: 250 })
    const rest = { ...order.request, seatIds: seatIds.slice(1), totalCost: 300 }
    const left = rebook({ request: { ...rest, parkingSlotIds: [], parkingSlots: [] } })

    expect(again._id).not.toBe(party.booking._id)
    expect(again).not.toHaveProperty('cancelled')
    await expect(left).rejects.toMatchObject({ code: 'ALREADY_BOOKED' })
    await cancel(repeated, { refund: 300 })
    expect(await rebook({ key })).toMatchObject({ _id: again._id, cancelled: true })
  })

  test('the door refuses a cancelled booking, also by its list without a network [S-413]', async () => {
    const party = await createParty()
    const token = await tokenOf(party, 0)
    await cancel(party, { refund: 550 })
    const { client } = await office().pair('door', 'A door')

    expect((await scan({ token })).verdict).toBe('CANCELLED')
    expect((await scan({ reference: party.own.reference })).verdict).toBe('CANCELLED')
    const list = await client.get(`/api/office/door/${party.showtime.showtimeId}`)
    expect(list.json()).toMatchObject({
      bookings: [{ reference: party.own.reference, seats: [], passes: [], issue: 1 }],
    })
    const staff = await client.get(`/api/office/bookings/${party.own.reference}`)
    expect(staff.statusCode).toBe(403)
  })

  test('staff sees a cancelled booking with the seats that it had, and what happened [S-417]', async () => {
    const party = await createParty()
    await cancel(party, { refund: 550 })
    const { client } = await office().pair('counter')

    const response = await client.get(`/api/office/bookings/${party.own.reference}`)

    expect(response.json()).toMatchObject({
      booking: {
        cancelled: true,
        totalCost: 0,
        seats: [{ label: 'A1' }, { label: 'A2' }, { label: 'A3' }],
      },
      history: [
        { action: 'booking.create' },
        { action: 'booking.cancel', reason: 'cancelled by the visitor', device: null },
      ],
    })
  })

  test('a cancelled booking shows a slot once that it had twice [S-412][S-417]', async () => {
    const { ctx } = context()
    const party = await createParty()
    const { own, slotId, order } = party
    const change = (difference: number, slots: { drop: string[]; add: string[] }) => {
      const add = slots.add.map((id) => ({ slotId: id, vehicleNumber: 'TN01AB1234' }))
      const exchange = { type: 'parking' as const, drop: slots.drop, add }
      return changes.exchange(ctx, { own, holder: order.holder, difference, exchange })
    }
    await change(-100, { drop: [slotId], add: [] })
    await change(100, { drop: [], add: [slotId] })
    await cancel(party, { refund: 550 })
    const { client } = await office().pair('counter')

    const staffView = (await client.get(`/api/office/bookings/${own.reference}`)).json()

    expect(staffView).toMatchObject({
      booking: { totalCost: 0, slots: [{ label: 'F1', price: 100 }] },
    })
    expect(await listBookings(own.userId)).toMatchObject([{ parkingSlots: [{ slotNumber: 'F1' }] }])
    await expectBooksAgree()
  })

  test('a booking that is cancelled before its mails were sent gets one mail, about the end [S-418]', async () => {
    const party = await createParty()
    await cancel(party, { seatIds: party.seatIds.slice(0, 1), refund: 150 })
    await cancel(party, { refund: 400 })

    const to = `${party.own.userId}@example.com`
    const mails = (await context().sentMails()).filter((mail) => mail.to === to)
    expect(mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/your booking .+ is cancelled$/),
    ])
  })

  test('each change is mailed: the new ticket, or the end of the booking with a calendar file that removes it [S-418]', async () => {
    const party = await createParty()
    const to = `${party.own.userId}@example.com`
    await context().sentMails()
    await cancel(party, { seatIds: party.seatIds.slice(0, 1), refund: 150 })
    const [changed] = (await context().sentMails()).filter((mail) => mail.to === to).slice(-1)
    await cancel(party, { refund: 400 })
    const [cancelled] = (await context().sentMails()).filter((mail) => mail.to === to).slice(-1)

    expect(changed).toMatchObject({ kind: 'change', subject: /has changed$/ })
    for (const part of ['₹150 in all.', 'Paid: ₹550', 'Refunded: ₹150', 'Paid after refunds: ₹400'])
      expect(changed?.text).toContain(part)
    expect(changed?.text).toContain('A2, A3')
    expect(changed?.text).toMatch(
      /Full refund until [^,]+, \d[^,]+, half back until .+, then no refund\./,
    )
    expect(cancelled?.subject).toMatch(/is cancelled$/)
    expect(cancelled?.text).toContain('You have been refunded ₹550 in all.')
    expect(cancelled?.attachments?.map(({ content }) => String(content))).toEqual([
      expect.stringMatching(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/),
    ])
  })

  test('a cancelled booking has no reminder, also not one that was already queued [S-418]', async () => {
    const { ctx } = context()
    const party = await createParty(4 * HOUR)
    await ctx.db
      .updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', party.own.userId)
      .execute()
    await context().clock.advance(2 * HOUR)
    await queueReminders(ctx)
    const reminders = () =>
      ctx.db
        .selectFrom('outbox')
        .select('id')
        .where('booking_id', '=', party.booking._id)
        .where('kind', '=', 'reminder')
        .execute()
    expect(await reminders()).toHaveLength(1)

    const { refund } = await preview(party)
    await cancel(party, { refund })
    await queueReminders(ctx)

    expect(await reminders()).toEqual([])
    await context().clock.advance(-2 * HOUR)
  })
})

describeDatabases('a booking of which less was paid than it refunds', (context) => {
  const { createOrder, book, listBookings, soldPlaces } = createBookingCalls(context)

  test('is not cancelled, and keeps its places: the rows of the change cannot be made', async () => {
    const { ctx, clock } = context()
    const showtime = await createShowtime(ctx, { startsIn: EARLY })
    const seatIds = showtime.seats.slice(0, 3)
    const order = await createOrder(showtime, seatIds)
    const { _id: id, bookingReference: reference } = await book(order)
    await sql`
      insert into payments (booking_id, number, kind, amount, method, at)
      values (${id}, 2, 'refund', 350, 'online', ${clock.now()})`.execute(ctx.db)
    const before = await listBookings(order.userId)

    const cancelled = changes.cancel(ctx, { userId: order.userId, reference }, { refund: 450 })

    await expect(cancelled).rejects.toThrow('The refund is 350 rupees more than was paid.')
    expect(await listBookings(order.userId)).toEqual(before)
    expect(await soldPlaces(showtime)).toEqual(seatIds.toSorted())
  })
})

describePostgres('a cancellation and a door', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const office = setupTestOffice(context)

  async function createParty() {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: EARLY })
    const order = await createOrder(showtime, showtime.seats.slice(0, 2))
    const { _id: id, bookingReference: reference } = await book(order)
    return { id, reference, userId: order.userId, showtimeId: showtime.showtimeId }
  }
  test('a cancellation that waits for an admission is refused when it is committed [S-415]', async () => {
    const { ctx } = context()
    const { id, reference, userId, showtimeId } = await createParty()
    const admission = await openTransaction(ctx, async (tx) => {
      await changeShowtimes(tx, [showtimeId])
      await sql`
        insert into admissions (id, booking_id, pass, count, scanned_at, received_at, showtime_id)
        values (${id}, ${id}, 0, 2, 0, 0, ${showtimeId})`.execute(tx)
    })
    const refused = expect(
      changes.cancel(ctx, { reference, userId }, { refund: 300 }),
    ).rejects.toMatchObject({ code: 'CLOSED' })
    await untilTransactionWaits(ctx)

    await admission.commit()

    await refused
  })

  test('a typed reference that waits for a cancellation is refused [S-415]', async () => {
    const { ctx } = context()
    const { id, reference, showtimeId } = await createParty()
    const { client } = await office().pair('door')
    const cancellation = await openTransaction(ctx, async (tx) => {
      await changeShowtimes(tx, [showtimeId])
      await sql`delete from claims where booking_id = ${id}`.execute(tx)
      await sql`delete from booking_places where booking_id = ${id}`.execute(tx)
    })
    const answer = client.post('/api/office/admissions', {
      reference,
      scanId: crypto.randomUUID(),
      scannedAt: new Date().toISOString(),
    })
    await untilTransactionWaits(ctx)

    await cancellation.commit()

    expect((await answer).json()).toMatchObject({ verdict: 'CANCELLED', admittedNow: 0 })
  })
})

describeDatabases('the calls that cancel', (context) => {
  const server = setupTestServer(context)
  const NO_BOOKING = notFound('We could not find that booking.')

  async function createBooking() {
    const { client, userId } = await server().member()
    const show: CreatedShowtime = await createShowtime(context().ctx, { startsIn: EARLY })
    const { movieId, showtimeId, seats } = show
    const response = await client.post('/api/bookings', {
      movieId,
      showtimeId,
      userId,
      seatIds: seats.slice(0, 2),
      parkingSlotIds: [],
      totalCost: 300,
      phone: '9876543210',
    })
    const { booking } = response.json() as { booking: ChangedBooking }
    return { client, booking, seats, path: `/api/bookings/${booking.bookingReference}` }
  }

  test('GET changes tells the refund, and POST cancel answers the changed booking [S-411][S-414]', async () => {
    const { client, path, seats } = await createBooking()

    const terms = await client.get(`${path}/changes?seatIds=${seats[0]}&slotIds=`)
    const response = await client.post(`${path}/cancel`, { seatIds: [seats[0]], refund: 150 })
    const pdf = await client.get(`${path}/ticket.pdf`)
    await client.post(`${path}/cancel`, { refund: 150 })

    expect(terms.json()).toMatchObject({ refund: 150, fee: 0, difference: -150 })
    expect(response.json()).toMatchObject({
      success: true,
      booking: { totalCost: 150, paymentStatus: 'Partly refunded' },
    })
    expect(pdf.statusCode).toBe(200)
    expectRefusal(await client.get(`${path}/ticket.pdf`), [
      ...([409, 'CLOSED', 'This booking is cancelled.'] as const),
    ])
    expect((await client.get(`${path}/passes`)).json()).toMatchObject({ passes: [] })
    expect((await client.get(`${path}/ticket.ics`)).text).toContain('STATUS:CANCELLED')
  })

  test('changes are refused signed out with 401, and to another user like an unknown booking with 404 [S-419]', async () => {
    const { path } = await createBooking()
    const ravi = await server().member('Ravi')
    const unknown = '/api/bookings/MQ-2222222222'
    const visitor = server().visitor()

    expectRefusal(await visitor.get(`${path}/changes`), SIGN_IN_REQUIRED)
    await server().expectRefused(
      () => visitor.post(`${path}/cancel`, { refund: 300 }),
      SIGN_IN_REQUIRED,
    )
    for (const one of [path, unknown]) {
      expectRefusal(await ravi.client.get(`${one}/changes`), NO_BOOKING)
      await server().expectRefused(
        () => ravi.client.post(`${one}/cancel`, { refund: 300 }),
        NO_BOOKING,
      )
    }
  })
})
