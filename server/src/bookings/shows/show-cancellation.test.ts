import type { StaffBooking } from '@marquee/contract/office/bookings'
import type { ShowCancellation } from '@marquee/contract/office/shows/show-cancellations'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getMovie, getShowtime } from '#src/catalogue/catalogue.service.ts'
import type { Context } from '#src/context.ts'
import { composeBookingMails } from '#src/messages/mail/booking-mails.ts'
import { listNotices } from '#src/messages/notices/notices.service.ts'
import { findTicket, passToken } from '#src/tickets/tickets.service.ts'
import { listVehicles, setVehicleState } from '#src/valet/vehicles.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import * as changes from '../change/changes.service.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { book as bookPlaces } from '../order/book.service.ts'
import { keepHouseSeats } from '../order/staff-sales.service.ts'
import {
  cancelShow,
  finishShowCancellations,
  previewShowCancellation,
} from './show-cancellation.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The policy refunds half of the price then. */
const LATE = 2 * HOUR
const REASON = 'Projector broken'
const CANCELLED = { code: 'CLOSED', message: 'This show has been cancelled' }

describeDatabases('cancelling a show', (context) => {
  const { createOrder, book, listBookings, soldPlaces } = createBookingCalls(context)
  const { hold } = createHoldCalls(context)
  const office = setupTestOffice(context)

  /** A show with bookings of one seat each: 150 rupees. */
  async function createSoldShow(count: number, startsIn = LATE) {
    const showtime = await createShowtime(context().ctx, { startsIn })
    const orders = []
    for (const seat of showtime.seats.slice(0, count)) {
      const order = await createOrder(showtime, [seat], { totalCost: priceOf(showtime, seat) })
      orders.push({ order, booking: await book(order) })
    }
    return { showtime, orders }
  }
  /** Eight seats of each category. */
  const priceOf = ({ seats }: CreatedShowtime, seat: string) =>
    seatPrice(['Standard', 'Premium', 'VIP'][Math.floor(seats.indexOf(seat) / 8)] ?? '')
  const cancel = (showtimeId: string, ctx: Context = context().ctx) =>
    cancelShow(ctx, { showtimeId, reason: REASON, deviceId: 'device' })
  async function expectBooksAgree() {
    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
  }
  const mailsOf = async (bookingIds: string[]) => {
    const { rows } = await sql<{ booking_id: string; kind: string }>`
      select booking_id, kind from outbox order by created_at`.execute(context().ctx.db)
    return rows.filter(({ booking_id }) => bookingIds.includes(booking_id))
  }
  const refundsOf = async (bookingIds: string[]) => {
    const { rows } = await sql<{ booking_id: string; amount: number; reason: string }>`
      select booking_id, amount, reason from payments where kind = 'refund'`.execute(
      context().ctx.db,
    )
    return rows.filter(({ booking_id }) => bookingIds.includes(booking_id))
  }

  test('every booking is refunded in full with the reason, its places are free, and its owner reads who cancelled it [S-441][S-442]', async () => {
    const { showtime, orders } = await createSoldShow(3)

    const done = await cancel(showtime.showtimeId)

    expect(done).toMatchObject({
      cancelled: { reason: REASON, isFinished: true },
      toRefund: { bookings: 0, refund: 0 },
      refunded: {
        bookings: 3,
        seats: 3,
        slots: 0,
        refund: 450,
        methods: { online: 450, cash: 0 },
        mails: 3,
      },
    })
    for (const { order } of orders) {
      expect(await listBookings(order.userId)).toMatchObject([
        {
          cancelled: true,
          totalCost: 0,
          paymentStatus: 'Refunded',
          cancelledByCinema: { reason: REASON },
        },
      ])
    }
    expect(await soldPlaces(showtime)).toEqual([])
    const ids = orders.map(({ booking }) => booking._id)
    expect(await refundsOf(ids)).toEqual(
      expect.arrayContaining(
        ids.map((booking_id) => ({ booking_id, amount: 150, reason: REASON })),
      ),
    )
    await expectBooksAgree()
  })

  test('each account gets one notice of the cancelled show, with the refund and the reason [S-492]', async () => {
    const { ctx } = context()
    const { showtime, orders } = await createSoldShow(1)
    const [{ order, booking }] = orders as [(typeof orders)[0]]

    await cancel(showtime.showtimeId)
    await cancel(showtime.showtimeId)

    const { notices } = await listNotices(ctx, order.userId)
    expect(notices).toMatchObject([
      { kind: 'cancelled', title: `Booking ${booking.bookingReference} is cancelled` },
    ])
    expect(notices[0]?.text).toMatch(
      /The cinema has cancelled this show\. You have been refunded ₹150\. Reason: Projector broken$/,
    )
  })

  test('each booking gets one mail with the reason and the refund, also if its confirmation was not sent yet [S-443]', async () => {
    const { ctx } = context()
    const { showtime, orders } = await createSoldShow(2)

    await cancel(showtime.showtimeId)
    await cancel(showtime.showtimeId)

    const ids = orders.map(({ booking }) => booking._id)
    expect((await mailsOf(ids)).map(({ kind }) => kind)).toEqual(['staffChange', 'staffChange'])
    const { rows } = await sql<never>`
      select * from outbox where booking_id = ${ids[0]}`.execute(ctx.db)
    const [mail] = [...(await composeBookingMails(ctx, rows)).values()]
    expect(mail?.subject).toContain('is cancelled')
    expect(mail?.text).toContain(`Reason: ${REASON}`)
    expect(mail?.text).toContain('You have been refunded ₹150')
    const calendar = mail?.attachments?.find(({ filename }) => filename.endsWith('.ics'))
    expect(String(calendar?.content)).toContain('STATUS:CANCELLED')
  })

  test('a cancelled show refuses holds, payments, counter sales and changes, and ends all holds [S-444]', async () => {
    const { ctx } = context()
    const { showtime, orders } = await createSoldShow(1)
    const [, held, free] = showtime.seats
    await hold('asha', showtime, held)
    const order = await createOrder(showtime, [held])
    const holding = { ...order, holder: 'asha' }

    await cancel(showtime.showtimeId)

    expect((await readSeatMap(ctx, showtime.showtimeId)).claims.size).toBe(0)
    await expect(hold('ravi', showtime, free)).rejects.toMatchObject(CANCELLED)
    await expect(book(holding)).rejects.toMatchObject(CANCELLED)
    const { client } = await office().pair('counter')
    const sale = { placeIds: [free], payment: 'cash', totalCost: 150 }
    const sold = await client.post(`/api/office/shows/${showtime.showtimeId}/sell`, sale)
    expect([sold.statusCode, sold.json()]).toMatchObject([409, CANCELLED])
    const [first] = orders
    const own = {
      userId: first?.order.userId ?? '',
      reference: first?.booking.bookingReference ?? '',
    }
    await expect(changes.cancel(ctx, own, { refund: 150 })).rejects.toMatchObject({
      message: 'This booking is cancelled.',
    })
  })

  test('a cancelled show releases its blocked places, and they are not refunded [S-531]', async () => {
    const { ctx } = context()
    const { showtime } = await createSoldShow(1)
    const { showtimeId, seats } = showtime
    const placeIds = seats.slice(1, 3)
    await keepHouseSeats(ctx, { showtimeId, placeIds, deviceId: 'device', reason: 'school class' })

    const done = await cancel(showtimeId)

    expect(done.refunded).toMatchObject({ bookings: 1, seats: 1, refund: 150 })
    expect((await readSeatMap(ctx, showtimeId)).claims.size).toBe(0)
    const { rows } = await sql<object>`
      select id from bookings
       where showtime_id = ${showtimeId} and channel = 'house' and house_ended_at is null`.execute(
      ctx.db,
    )
    expect(rows).toEqual([])
    await expectBooksAgree()
  })

  test('a cancelled show is left out of the lists of showtimes, and its page says why [S-445]', async () => {
    const { ctx } = context()
    const { showtime } = await createSoldShow(1)
    expect((await getMovie(ctx, showtime.movieId)).showtimes).toHaveLength(1)

    await cancel(showtime.showtimeId)

    expect((await getMovie(ctx, showtime.movieId)).showtimes).toEqual([])
    expect(await getShowtime(ctx, showtime.showtimeId)).toMatchObject({
      cancelled: { reason: REASON },
    })
  })

  test('the preview counts bookings, people, rupees, mails and vehicles, and changes nothing [S-446]', async () => {
    const { ctx } = context()
    const { showtime, orders } = await createSoldShow(2)
    const { client } = await office().pair('counter')
    const sell = (placeIds: (string | undefined)[], sale: object) =>
      client.post(`/api/office/shows/${showtime.showtimeId}/sell`, { placeIds, ...sale })
    const [, , third, fourth, fifth] = showtime.seats
    await sell([third, showtime.fourWheelers[0]], { payment: 'cash', totalCost: 250 })
    await sell([fourth], { payment: 'complimentary', totalCost: 150, reason: 'goodwill' })
    await hold('asha', showtime, fifth)

    const preview = await previewShowCancellation(ctx, showtime.showtimeId)

    expect(preview).toMatchObject({
      cancelled: null,
      toRefund: {
        bookings: 4,
        seats: 4,
        slots: 1,
        refund: 550,
        methods: { online: 300, cash: 250, card: 0, voucher: 0 },
        mails: 2,
      },
      holders: 1,
      admitted: 0,
      parked: 0,
    })
    const ids = orders.map(({ booking }) => booking._id)
    expect(await refundsOf(ids)).toEqual([])
    expect(await soldPlaces(showtime)).toHaveLength(5)
  })

  test('the bookings without an email or paid in cash are named before and after the cancellation, with what to give back [S-446]', async () => {
    const { ctx } = context()
    const { showtime } = await createSoldShow(1)
    const { showtimeId, seats } = showtime
    const { client } = await office().pair('counter', crypto.randomUUID())
    const sell = async (placeIds: string[], sale: object) => {
      const body = { placeIds, totalCost: 150 * placeIds.length, ...sale }
      const sold = await client.post(`/api/office/shows/${showtimeId}/sell`, body)
      return (sold.json() as { booking: StaffBooking }).booking.reference
    }
    const inCash = await sell(seats.slice(1, 3), { payment: 'cash', email: 'asha@example.com' })
    const byCard = await sell(seats.slice(3, 4), {
      payment: 'card',
      name: 'Ravi',
      phone: '9876543210',
    })
    await sell(seats.slice(4, 5), { payment: 'card', email: 'meena@example.com' })
    const followUps = [
      { reference: inCash, name: null, phone: null, hasEmail: true, cash: 300 },
      { reference: byCard, name: 'Ravi', phone: '9876543210', hasEmail: false, cash: 0 },
    ].toSorted((a, b) => (a.reference < b.reference ? -1 : 1))

    expect((await previewShowCancellation(ctx, showtimeId)).followUps).toEqual(followUps)
    expect((await cancel(showtimeId)).followUps).toEqual(followUps)
    expect((await previewShowCancellation(ctx, showtimeId)).followUps).toEqual(followUps)
  })

  test('a show that is over is not cancelled, and an unknown one is not found [S-447]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: -12 * HOUR })
    const refusal = {
      code: 'CLOSED',
      message:
        'This show is over, so it can no longer be cancelled. Refund its bookings one by one instead.',
    }
    await expect(cancel(showtime.showtimeId)).rejects.toMatchObject(refusal)
    await expect(previewShowCancellation(ctx, showtime.showtimeId)).rejects.toMatchObject(refusal)
    await expect(cancel('unknown')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a cancellation that is interrupted after a batch is finished by the next run, and no one is refunded or told twice [S-448][S-721]', async () => {
    const { ctx } = context()
    const { showtime, orders } = await createSoldShow(24)
    const ids = orders.map(({ booking }) => booking._id)
    let batches = 0
    const backgroundQueue: Context['backgroundQueue'] = (requester, task) => {
      batches += 1
      if (batches === 2) throw new Error('crash')
      return ctx.backgroundQueue(requester, task)
    }
    const crashing = cancel(showtime.showtimeId, { ...ctx, backgroundQueue })
    await expect(crashing).rejects.toThrow('crash')
    expect(await refundsOf(ids)).toHaveLength(5)
    const half = await previewShowCancellation(ctx, showtime.showtimeId)
    expect(half).toMatchObject({
      cancelled: { isFinished: false },
      toRefund: { bookings: 19 },
      refunded: { bookings: 5 },
    })
    const { client } = await office().pair('manager')
    const listed = (await client.get('/api/office/shows')).json() as { cancelling: unknown[] }
    expect(listed.cancelling).toMatchObject([
      { _id: showtime.showtimeId, attention: ['CANCELLATION_UNFINISHED'] },
    ])
    const readHealth = async () => (await client.get('/api/office/health')).json()
    expect(await readHealth()).toMatchObject({ unfinishedCancellations: 1 })

    await finishShowCancellations(ctx)
    await cancel(showtime.showtimeId)
    expect(await readHealth()).toMatchObject({ unfinishedCancellations: 0 })

    expect(await refundsOf(ids)).toHaveLength(24)
    expect(await mailsOf(ids)).toHaveLength(24)
    expect(await soldPlaces(showtime)).toEqual([])
    await expectBooksAgree()
  })

  test('the event loop turns between the batches of a cancelled show [S-701]', async () => {
    const { ctx } = context()
    const { showtime } = await createSoldShow(16)
    let turns = 0
    let counter = setImmediate(function count() {
      turns += 1
      counter = setImmediate(count)
    })
    const turnsOfBatches: number[] = []
    ctx.events.on('showChanged', () => turnsOfBatches.push(turns))

    await cancel(showtime.showtimeId)

    clearImmediate(counter)
    ctx.events.removeAllListeners('showChanged')
    // The first one closes the show.
    const [, ...batches] = turnsOfBatches
    expect(batches).toHaveLength(4)
    expect(new Set(batches).size).toBe(4)
  })

  test('a claim that contradicts its booking does not keep a cancellation from its end [S-448]', async () => {
    const { ctx } = context()
    const { showtime, orders } = await createSoldShow(2)
    const other = await createShowtime(ctx, { startsIn: LATE })
    const [damaged, sound] = orders.map(({ booking }) => booking._id)
    await sql`update bookings set showtime_id = ${other.showtimeId} where id = ${damaged}`.execute(
      ctx.db,
    )

    const { cancelled } = await cancel(showtime.showtimeId)

    expect(cancelled).toMatchObject({ isFinished: true })
    expect(await refundsOf([damaged ?? '', sound ?? ''])).toMatchObject([{ booking_id: sound }])
    // Other tests use the same database.
    const { showtimeId } = showtime
    await sql`update bookings set showtime_id = ${showtimeId} where id = ${damaged}`.execute(ctx.db)
    await sql`
      update show_cancellations set finished_at = null where showtime_id = ${showtimeId}`.execute(
      ctx.db,
    )
    await finishShowCancellations(ctx)
    await expectBooksAgree()
  })

  test('a repeated cancellation emits the event of the show again, because the commit of the first one may have been reported as failed [S-448]', async () => {
    const { ctx, publishedShowtimes } = context()
    const { showtime } = await createSoldShow(2)
    await cancel(showtime.showtimeId)
    const changed: string[] = []
    ctx.events.on('showChanged', (showtimeId) => changed.push(showtimeId))
    publishedShowtimes.length = 0

    await cancel(showtime.showtimeId)

    expect(publishedShowtimes).toEqual([showtime.showtimeId])
    expect(changed).toEqual([showtime.showtimeId])
  })

  test('payments during a cancellation are refused, or booked and then refunded [S-449]', async () => {
    const { showtime } = await createSoldShow(8)
    const orders = await Promise.all(
      showtime.seats
        .slice(8, 16)
        .map((seat) => createOrder(showtime, [seat], { totalCost: priceOf(showtime, seat) })),
    )

    const [, ...payments] = await Promise.allSettled([
      cancel(showtime.showtimeId),
      ...orders.map((order) => book(order)),
    ])

    for (const [index, payment] of payments.entries()) {
      const [booking] = await listBookings(orders[index]?.userId ?? '')
      if (payment.status === 'rejected') {
        expect(payment.reason).toMatchObject(CANCELLED)
        expect(booking).toBeUndefined()
      } else expect(booking).toMatchObject({ cancelled: true, paymentStatus: 'Refunded' })
    }
    expect(await soldPlaces(showtime)).toEqual([])
    await expectBooksAgree()
  })

  test('the door calls the passes cancelled, and the valet keeps the vehicles that are parked [S-450]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: LATE })
    const [slotId = '', secondId = ''] = showtime.fourWheelers
    const order = await createOrder(showtime, showtime.seats.slice(0, 1), {
      parkingSlotIds: [slotId, secondId],
      parkingSlots: [
        { slotId, vehicleNumber: 'TN01AB1234' },
        { slotId: secondId, vehicleNumber: 'TN01AB1235' },
      ],
      totalCost: 350,
    })
    const { bookingReference: reference } = await book(order)
    const ticket = await findTicket(ctx, reference)
    const token = ticket ? passToken(ctx, ticket, 0) : ''
    const { showtimeId } = showtime
    const vehicle = { showtimeId, placeId: slotId, deviceId: 'device' }
    await setVehicleState(ctx, { ...vehicle, state: 'parked' })

    await cancel(showtimeId)

    const { client } = await office().pair('door', crypto.randomUUID())
    const scan = { scanId: crypto.randomUUID(), scannedAt: new Date().toISOString() }
    const verdict = async (scanned: object) =>
      (
        (await client.post('/api/office/admissions', { ...scanned, ...scan })).json() as {
          verdict: string
        }
      ).verdict
    expect(await verdict({ token })).toMatch(/^(CANCELLED|VOID)$/)
    expect(await listVehicles(ctx, showtimeId)).toMatchObject([
      { placeId: slotId, reference, state: 'parked' },
    ])
    await setVehicleState(ctx, { ...vehicle, state: 'returned' })
    expect(await listVehicles(ctx, showtimeId)).toEqual([])
  })

  test('only managers cancel shows, and the audit has the reason [S-446]', async () => {
    const { showtime } = await createSoldShow(1)
    const path = `/api/office/shows/${showtime.showtimeId}`
    const counter = await office().pair('counter', crypto.randomUUID())
    expect((await counter.client.get(`${path}/cancellation`)).statusCode).toBe(403)
    expect((await counter.client.post(`${path}/cancel`, { reason: REASON })).statusCode).toBe(403)
    const manager = await office().pair('manager', crypto.randomUUID())
    expect((await manager.client.post(`${path}/cancel`, { reason: ' ' })).statusCode).toBe(400)

    const response = await manager.client.post(`${path}/cancel`, { reason: REASON })

    const { cancellation } = response.json() as { cancellation: ShowCancellation }
    expect(cancellation).toMatchObject({ cancelled: { isFinished: true } })
    const audit = await manager.client.get(`/api/office/audit?subject=${showtime.showtimeId}`)
    expect(audit.json()).toMatchObject({
      entries: [{ action: 'show.cancel', reason: REASON, device: { _id: manager.deviceId } }],
    })
  })
})

describePostgres('cancelling a show on several nodes', (context) => {
  const { createOrder, listBookings } = createBookingCalls(context)

  test('a payment that was written before the cancellation and commits later is refunded [S-449]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: LATE })
    const order = await createOrder(showtime, showtime.seats.slice(0, 1))
    const other = createNodeContext(ctx)
    const [seat = ''] = showtime.seats
    // The payment has read that the show is open, and waits for a hold of its seat that is rolled back.
    const blocker = await openTransaction(ctx, (tx) =>
      sql`
        insert into claims (showtime_id, place_id, holder, chooser)
        values (${showtime.showtimeId}, ${seat}, 'another', 'another')`.execute(tx),
    )
    const payment = bookPlaces(ctx, order)
    await untilTransactionWaits(ctx)
    const cancellation = cancelShow(other, {
      showtimeId: showtime.showtimeId,
      reason: REASON,
      deviceId: 'device',
    })
    await Promise.race([untilTransactionWaits(ctx, 2), cancellation])
    await blocker.rollback()

    await payment
    await cancellation

    expect(await listBookings(order.userId)).toMatchObject([
      { cancelled: true, paymentStatus: 'Refunded' },
    ])
  })
})
