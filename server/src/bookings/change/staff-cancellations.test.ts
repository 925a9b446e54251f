import type { StaffBooking } from '@marquee/contract/office/bookings'
import { seatPrice } from '@marquee/contract/seats/seat-tiers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { reconcile } from '../list/reconcile.service.ts'
import { cancelShow } from '../shows/show-cancellation.service.ts'

const HOUR = 3_600_000
/** The policy refunds half of the price then. */
const LATE = 2 * HOUR

describeDatabases('staff cancels a booking', (context) => {
  const { createOrder, book, listBookings, soldPlaces } = createBookingCalls(context)
  const office = setupTestOffice(context)

  /** A booking of two Standard seats and a slot: 400 rupees. */
  async function createParty(startsIn = LATE) {
    const showtime = await createShowtime(context().ctx, { startsIn, cutoffMinutes: 0 })
    const [slotId = ''] = showtime.fourWheelers
    const [first = '', second = ''] = showtime.seats
    const order = await createOrder(showtime, [first, second], {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB1234' }],
      totalCost: 400,
    })
    const { bookingReference: reference, _id: id } = await book(order)
    const { client, deviceId } = await office().pair('counter', crypto.randomUUID())
    const path = `/api/office/bookings/${reference}`
    const preview = async (body: object) =>
      (await client.post(`${path}/preview-cancellation`, body)).json() as object
    const cancel = (body: object, headers = {}) =>
      client.post(`${path}/cancel`, { reason: 'illness', terms: 'full', ...body }, headers)
    const list = () => listBookings(order.userId)
    return {
      showtime,
      client,
      deviceId,
      id,
      reference,
      first,
      second,
      slotId,
      preview,
      cancel,
      list,
    }
  }
  async function expectBooksAgree() {
    expect((await reconcile(context().ctx.reader)).problems).toEqual([])
  }
  const mailsOf = async (id: string) =>
    (
      await sql<{ kind: string }>`select kind from outbox where booking_id = ${id}`.execute(
        context().ctx.db,
      )
    ).rows.map(({ kind }) => kind)

  test('the preview shows the refund by the policy and in full, and the booking is refunded so [S-452]', async () => {
    const party = await createParty()
    expect(await party.preview({ terms: 'policy' })).toEqual({ refund: 200, fee: 200 })
    expect(await party.preview({ terms: 'full' })).toEqual({ refund: 400, fee: 0 })

    const response = await party.cancel({ refund: 400 })

    expect(response.json()).toMatchObject({ booking: { cancelled: true, totalCost: 0 } })
    expect(await party.list()).toMatchObject([{ cancelled: true, paymentStatus: 'Refunded' }])
    expect(await soldPlaces(party.showtime)).toEqual([])
    expect(await mailsOf(party.id)).toEqual(['staffChange'])
    const { rows } = await sql<object>`
      select reason, device_id from payments where booking_id = ${party.id} and kind = 'refund'`.execute(
      context().ctx.db,
    )
    expect(rows).toEqual([{ reason: 'illness', device_id: party.deviceId }])
    await expectBooksAgree()
  })

  test('a booking that staff has cancelled by the policy does not blame the cinema, also if its show is cancelled later [S-452]', async () => {
    const party = await createParty()
    await party.cancel({ terms: 'policy', refund: 200 })

    await cancelShow(context().ctx, {
      showtimeId: party.showtime.showtimeId,
      reason: 'power cut',
      deviceId: party.deviceId,
    })

    const [booking] = await party.list()
    expect(booking).toMatchObject({ cancelled: true, refunded: 200 })
    expect(booking).not.toHaveProperty('cancelledByCinema')
    const mails = await context().sentMails()
    const mail = mails.find(({ subject }) => subject.includes(party.reference))
    expect(mail?.subject).toMatch(/: your booking .+ is cancelled$/)
    const text = mail?.text.replaceAll('\n', ' ')
    expect(text).toContain('Your booking is cancelled. You have been refunded ₹200 in all.')
    expect(text).not.toMatch(/cinema has|sorry|power cut/)
  })

  test.each([
    ['cash', 'Your refunds are ₹150 in all, in cash at the box office.'],
    ['card', 'You have been refunded ₹150 in all.'],
    ['complimentary', 'Your tickets were free, so there is nothing to refund.'],
  ] as const)(
    'the mail about a cancelled sale that was paid by %s says what is refunded [S-452]',
    async (payment, text) => {
      const showtime = await createShowtime(context().ctx, { startsIn: LATE })
      const { client } = await office().pair('counter', crypto.randomUUID())
      const sold = await client.post(`/api/office/shows/${showtime.showtimeId}/sell`, {
        placeIds: showtime.seats.slice(0, 1),
        payment,
        totalCost: 150,
        reason: 'press',
        email: 'asha@example.com',
      })
      const { reference } = (sold.json() as { booking: StaffBooking }).booking
      await client.post(`/api/office/bookings/${reference}/cancel`, {
        terms: 'full',
        refund: 150,
        reason: 'illness',
      })

      const mails = await context().sentMails()
      const mail = mails.findLast(({ subject }) => subject.includes(reference))
      expect(mail?.text.replaceAll('\n', ' ')).toContain(text)
    },
  )

  test('single places are cancelled by the policy, and the others stay [S-452]', async () => {
    const party = await createParty()
    expect(await party.preview({ terms: 'policy', seatIds: [party.first] })).toEqual({
      refund: 75,
      fee: 75,
    })

    await party.cancel({ seatIds: [party.first], terms: 'policy', refund: 75 })

    const [booking] = await party.list()
    expect(booking).toMatchObject({ totalCost: 325, seats: [{ seatNumber: 'A2' }] })
    expect(booking).not.toHaveProperty('cancelledByCinema')
    await expectBooksAgree()
  })

  test('59 of the 60 seats of a counter sale are previewed and cancelled at once [S-452]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtimeWithSeats(ctx, 60)
    const { client } = await office().pair('counter', crypto.randomUUID())
    const { rows } = await sql<{ category: string }>`
      select category from places where id in (${sql.join(seats)})`.execute(ctx.db)
    const totalCost = rows.reduce((sum, { category }) => sum + seatPrice(category), 0)
    const sold = await client.post(`/api/office/shows/${showtimeId}/sell`, {
      placeIds: seats,
      payment: 'cash',
      totalCost,
    })
    const { booking } = sold.json() as { booking: StaffBooking }
    const [kept] = booking.seats
    const body = { terms: 'full', seatIds: seats.filter((id) => id !== kept?._id) }
    const path = `/api/office/bookings/${booking.reference}`

    const preview = await client.post(`${path}/preview-cancellation`, body)

    const refund = totalCost - (kept?.price ?? 0)
    expect(preview.json()).toEqual({ refund, fee: 0 })
    const done = await client.post(`${path}/cancel`, { ...body, refund, reason: 'school trip' })
    expect(done.json()).toMatchObject({ booking: { totalCost: kept?.price, refunded: refund } })
    await expectBooksAgree()
  })

  test('staff refunds in full also after the start and after an admission, but not a vehicle that has arrived [S-452]', async () => {
    const party = await createParty(1000)
    const { ctx, clock } = context()
    const door = await office().pair('door', crypto.randomUUID())
    const scan = { scanId: crypto.randomUUID(), scannedAt: new Date().toISOString() }
    await door.client.post('/api/office/admissions', { reference: party.reference, ...scan })
    await sql`update showtimes set starts_at = starts_at - ${HOUR} where id = ${party.showtime.showtimeId}`.execute(
      ctx.db,
    )
    expect(clock.now()).toBeGreaterThan(0)
    await sql`
      insert into vehicle_states (showtime_id, place_id, booking_id, state, since)
      values (${party.showtime.showtimeId}, ${party.slotId}, ${party.id}, 'parked', 0)`.execute(
      ctx.db,
    )
    const refused = await party.cancel({ refund: 400 })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        message:
          'A vehicle of this booking is already here, so its slot cannot be cancelled. Ask the valet to return it first.',
      },
    ])
    await sql`update vehicle_states set state = 'returned' where booking_id = ${party.id}`.execute(
      ctx.db,
    )

    expect((await party.cancel({ refund: 400 })).statusCode).toBe(200)

    expect(await party.list()).toMatchObject([{ cancelled: true, totalCost: 0 }])
    await expectBooksAgree()
  })

  test('another refund than the previewed one, blocked places and a cancelled show are refused; a repeated key cancels once [S-453]', async () => {
    const party = await createParty()
    expect((await party.cancel({ refund: 399 })).json()).toMatchObject({
      code: 'PRICE_MISMATCH',
      totalCost: 400,
    })
    expect((await party.cancel({ refund: 400, reason: '' })).statusCode).toBe(400)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const one = { seatIds: [party.first], refund: 150 }
    expect((await party.cancel(one, key)).statusCode).toBe(200)
    expect((await party.cancel(one, key)).statusCode).toBe(200)
    expect((await party.cancel({ refund: 250 }, key)).statusCode).toBe(422)
    expect(await party.list()).toMatchObject([{ totalCost: 250 }])

    const blocked = party.showtime.seats[5]
    const show = `/api/office/shows/${party.showtime.showtimeId}`
    await party.client.post(`${show}/block`, { placeIds: [blocked], reason: 'broken' })
    const { rows } = await sql<{ reference: string }>`
      select reference from bookings where channel = 'house' and showtime_id = ${party.showtime.showtimeId}`.execute(
      context().ctx.db,
    )
    const ofBlock = `/api/office/bookings/${rows[0]?.reference}/cancel`
    const body = { reason: 'x', terms: 'full', refund: 0 }
    expect((await party.client.post(ofBlock, body)).statusCode).toBe(404)

    // The show is closed, and this booking is not refunded yet.
    await sql`update showtimes set cancelled_at = 1, version = 'cancelled' where id = ${party.showtime.showtimeId}`.execute(
      context().ctx.db,
    )
    expect((await party.cancel({ refund: 250 })).json()).toMatchObject({
      code: 'CLOSED',
      message:
        'This show has been cancelled. Every booking is refunded in full automatically, so please do not refund this one yourself.',
    })
    await expectBooksAgree()
  })

  test('a free booking made for goodwill is cancelled without paying anything out [S-452]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: LATE })
    const { client } = await office().pair('counter', crypto.randomUUID())
    const sale = {
      placeIds: showtime.seats.slice(0, 1),
      payment: 'complimentary',
      totalCost: 150,
      reason: 'goodwill',
      email: 'asha@example.com',
    }
    const sold = await client.post(`/api/office/shows/${showtime.showtimeId}/sell`, sale)
    expect(sold.json()).toMatchObject({ booking: { payment: 'complimentary' } })

    const done = await cancelShow(ctx, {
      showtimeId: showtime.showtimeId,
      reason: 'power',
      deviceId: 'device',
    })

    expect(done.refunded).toMatchObject({ bookings: 1, refund: 0, mails: 1 })
    await expectBooksAgree()
  })
})
