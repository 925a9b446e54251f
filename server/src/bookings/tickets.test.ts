import type { Booking } from '@marquee/contract/bookings/bookings'
import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { beforeAll, expect, test } from 'vitest'
import { bookingRequest, type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import {
  expectRefusal,
  type Member,
  notFound,
  SIGN_IN_REQUIRED,
  setupTestServer,
} from '#test/support/test-server.ts'

const NO_BOOKING = notFound('We could not find that booking.')
const NOT_VALID = notFound('This ticket is not valid.')

interface PassList {
  reference: string
  issue: number
  admitted: number
  admittedAt: string | null
  passes: { number: number; label: string; token: string }[]
}

describeDatabases('tickets', (context) => {
  const server = setupTestServer(context)
  let asha: Member
  let ravi: Member
  let show: CreatedShowtime

  beforeAll(async () => {
    asha = await server().member('Asha')
    ravi = await server().member('Ravi')
  })

  /** Books seats A1 to A3 and a slot of a new showtime. */
  async function book({ client, userId }: Member): Promise<Booking> {
    show = await createShowtime(context().ctx)
    const response = await client.post(
      '/api/bookings',
      bookingRequest(show, userId, {
        seatIds: show.seats.slice(0, 3),
        parkingSlotIds: show.fourWheelers.slice(0, 1),
        parkingSlots: [{ slotId: show.fourWheelers[0], vehicleNumber: 'TN01AB1234' }],
        totalCost: 550,
      }),
    )
    return (response.json() as { booking: Booking }).booking
  }
  async function passesOf({ client }: Member, { bookingReference }: Booking) {
    const response = await client.get(`/api/bookings/${bookingReference}/passes`)
    expect(response.statusCode).toBe(200)
    return response.json() as PassList
  }
  const tokenOf = ({ passes }: PassList, number: number) => passes[number]?.token ?? ''

  test('the passes and the seats of a booking are in the order of the seat map, row B before row AA [S-627]', async () => {
    const booking = await book(asha)
    const [first, second] = show.seats
    const relabel = (id: string | undefined, label: string) =>
      context()
        .ctx.db.updateTable('places')
        .set({ label })
        .where('id', '=', id ?? '')
        .execute()
    await relabel(first, 'AA1')
    await relabel(second, 'B12')

    const { passes } = await passesOf(asha, booking)

    expect(passes.map(({ label }) => label)).toEqual(['Admit 3', 'A3', 'B12', 'AA1'])
    const own = await asha.client.get(`/api/bookings/user/${asha.userId}`)
    const listed = (own.json() as Booking[]).find(({ _id }) => _id === booking._id)
    expect(listed?.seats.map(({ seatNumber }) => seatNumber)).toEqual(['A3', 'B12', 'AA1'])
  })

  test('a booking has one pass for the whole party and one per seat, which the published keys verify', async () => {
    const booking = await book(asha)

    const list = await passesOf(asha, booking)

    const { keys } = (await server().visitor().get('/api/tickets/keys')).json() as {
      keys: { keyId: string; publicKey: string }[]
    }
    expect(list).toEqual({
      reference: booking.bookingReference,
      issue: 1,
      admitted: 0,
      admittedAt: null,
      passes: ['Admit 3', 'A1', 'A2', 'A3'].map((label, number) => ({
        number,
        label,
        token: expect.stringMatching(/^[A-Z2-7]{152}$/),
      })),
    })
    for (const { number, token } of list.passes) {
      expect(await verifyPass(token, keys)).toMatchObject({
        genuine: true,
        pass: {
          reference: booking.bookingReference,
          showtimeId: show.showtimeId,
          number,
          issue: 1,
        },
      })
    }
  })

  test('passes are refused signed out with 401, and to another user like an unknown booking with 404 [S-221]', async () => {
    const { bookingReference } = await book(asha)
    const path = `/api/bookings/${bookingReference}/passes`

    expectRefusal(await server().visitor().get(path), SIGN_IN_REQUIRED)
    expectRefusal(await ravi.client.get(path), NO_BOOKING)
    expectRefusal(await ravi.client.get('/api/bookings/MQ-2222222222/passes'), NO_BOOKING)
  })

  test('a seat pass shows movie, showtime and seat to anyone, and nothing about the buyer [S-222]', async () => {
    const booking = await book(asha)
    const list = await passesOf(asha, booking)

    const response = await server()
      .visitor()
      .get(`/api/passes/${tokenOf(list, 2)}`)

    expect(response.json()).toEqual({
      number: 2,
      label: 'A2',
      seats: [{ seatNumber: 'A2', category: 'Standard' }],
      movie: {
        _id: show.movieId,
        name: booking.movieId.name,
        genre: 'Drama',
        duration: 79,
        rating: 'U',
        imageUrl: 'the-general.jpg',
      },
      showtime: booking.showtimeId,
      cinema: { name: 'Marquee', address: null, lat: null, lng: null, phone: null, arrival: 15 },
    })
    for (const secret of [booking.bookingReference, asha.userId, '9876543210', 'TN01AB1234'])
      expect(response.text).not.toContain(secret)
  })

  test('a forged, unknown or deleted pass is answered like any other text with 404 [S-223]', async () => {
    const { ctx } = context()
    const booking = await book(asha)
    const list = await passesOf(asha, booking)
    const { bookingReference: reference } = booking
    const valid = { reference, showtimeId: show.showtimeId, number: 1, issue: 1 }
    const tokens = [
      'MQ',
      'A'.repeat(152),
      tokenOf(list, 1).toLowerCase(),
      `${tokenOf(list, 1).slice(0, -1)}${tokenOf(list, 1).endsWith('A') ? 'B' : 'A'}`,
      ctx.passKeys.signPass({ ...valid, reference: 'MQ-2222222222' }),
    ]

    for (const token of tokens)
      expectRefusal(await server().visitor().get(`/api/passes/${token}`), NOT_VALID)
  })

  test('a raised issue number makes earlier passes void', async () => {
    const booking = await book(asha)
    const before = await passesOf(asha, booking)
    await context()
      .ctx.db.updateTable('bookings')
      .set({ issue: 2 })
      .where('id', '=', booking._id)
      .execute()

    const after = await passesOf(asha, booking)

    const visitor = server().visitor()
    expect(after.issue).toBe(2)
    expect(await visitor.get(`/api/passes/${tokenOf(before, 1)}`)).toMatchObject({
      statusCode: 410,
    })
    expect(await visitor.get(`/api/passes/${tokenOf(after, 1)}`)).toMatchObject({ statusCode: 200 })
  })

  test('admitted counts the people let in, without those that were undone', async () => {
    const booking = await book(asha)
    const admit = (count: number, scanned_at: number) =>
      context()
        .ctx.db.insertInto('admissions')
        .values({
          id: crypto.randomUUID(),
          booking_id: booking._id,
          pass: 0,
          count,
          device: 'door A',
          scanned_at,
          received_at: scanned_at + 5,
        })
        .execute()
    const at = Date.parse('2026-12-01T13:12:00Z')
    await admit(2, at)
    await admit(-1, at + 1000)

    expect(await passesOf(asha, booking)).toMatchObject({
      admitted: 1,
      admittedAt: '2026-12-01T13:12:00.000Z',
    })
  })

  test('the owner downloads the calendar file and the PDF of a booking, and no one else [S-221]', async () => {
    const { bookingReference } = await book(asha)
    const path = (file: string) => `/api/bookings/${bookingReference}/${file}`

    const calendar = await asha.client.get(path('ticket.ics'))
    const pdf = await asha.client.get(path('ticket.pdf'))

    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(calendar.headers.get('content-disposition')).toBe(
      `attachment; filename="${bookingReference}.ics"`,
    )
    expect(calendar.text).toContain(`UID:${bookingReference}\r\n`)
    expect(calendar.text).toContain('seats A1')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(pdf.text).toMatch(/^%PDF-/)
    for (const file of ['ticket.ics', 'ticket.pdf']) {
      expectRefusal(await server().visitor().get(path(file)), SIGN_IN_REQUIRED)
      expectRefusal(await ravi.client.get(path(file)), NO_BOOKING)
    }
  })

  test('anyone with a seat pass downloads its calendar file, without the reference [S-222]', async () => {
    const booking = await book(asha)
    const token = tokenOf(await passesOf(asha, booking), 2)
    const visitor = server().visitor()

    const { headers, text } = await visitor.get(`/api/passes/${token}/ticket.ics`)

    expect(headers.get('content-disposition')).toBe('attachment; filename="ticket-A2.ics"')
    expect(text).toContain('seat A2')
    for (const secret of [booking.bookingReference, 'A1', 'TN01AB1234', asha.account.email])
      expect(
        text
          .replaceAll('\r\n ', '')
          .replace(token, '')
          .replace(/URL:.*/, ''),
      ).not.toContain(secret)
    expectRefusal(await visitor.get(`/api/passes/${'A'.repeat(152)}/ticket.ics`), NOT_VALID)
  })
})
