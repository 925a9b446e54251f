import type { FoundBooking } from '@marquee/contract/office/bookings'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type AuditRecord, recordActions } from '#src/audit/audit.service.ts'
import { inTransaction } from '#src/database/transaction.ts'
import { deleteOldData } from '#src/housekeeping/housekeeping.service.ts'
import { countRefusedMails } from '#src/messages/mail/outbox.service.ts'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { analyzeTables, explain } from '#test/support/query-plan.ts'
import { refuseFor } from '#test/support/refuse-mails.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { cancel } from '../change/changes.service.ts'
import * as statements from './staff-bookings.sql.ts'
import { parseSearch } from './staff-search.ts'

describeDatabases('bookings of the office', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book, listBookings } = createBookingCalls(context)

  let created = 0
  /** A booking of the site, with a phone number and a vehicle of its own. */
  async function createBooking() {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: 60_000, cutoffMinutes: 0 })
    const [slotId = ''] = showtime.fourWheelers
    created += 1
    const number = String(created * 100_003).padStart(9, '0')
    const vehicleNumber = `TN01AB${number.slice(0, 4)}`
    const order = await createOrder(showtime, showtime.seats.slice(0, 1), {
      phone: `+91 9${number.slice(0, 4)}-${number.slice(4)}`,
      totalCost: 250,
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber }],
    })
    const booking = await book(order)
    return { showtime, booking, order, phone: `9${number}`, vehicleNumber }
  }

  async function openCounter() {
    const { client, deviceId } = await office().pair('counter', 'Counter 1')
    const search = async (q: string) => {
      const response = await client.get(`/api/office/bookings?q=${encodeURIComponent(q)}`)
      const { bookings } = response.json() as { bookings: FoundBooking[] }
      return bookings.map(({ reference }) => reference)
    }
    return { client, deviceId, search }
  }

  test('searchBookings finds a booking by reference, its beginning, phone, email, vehicle number and seat', async () => {
    const { booking, order, phone, vehicleNumber } = await createBooking()
    await createBooking()
    const { search } = await openCounter()
    const { bookingReference: reference } = booking

    const texts = [
      reference,
      reference.toLowerCase(),
      reference.slice(3),
      reference.slice(0, 9),
      phone,
      `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
      `${order.userId}@EXAMPLE.com`,
      vehicleNumber,
      vehicleNumber.toLowerCase().replace('01', ' 01 '),
    ]

    for (const text of texts) expect([text, await search(text)]).toEqual([text, [reference]])
    expect(await search('A1')).toContain(reference)
    for (const text of ['MQ-', '9', 'nobody@example.com', 'TN99ZZ9999', "' or 1=1 --", 'Z99'])
      expect([text, await search(text)]).toEqual([text, []])
  })

  test('searchBookings finds the beginning of each word of a name, and part of a phone or vehicle number [S-723]', async () => {
    const { client, search } = await openCounter()
    const { showtimeId, seats, fourWheelers } = await createShowtime(context().ctx)
    const [slot = ''] = fourWheelers
    const sold = await client.post(`/api/office/shows/${showtimeId}/sell`, {
      placeIds: [...seats.slice(0, 1), slot],
      payment: 'cash',
      totalCost: 250,
      name: 'Meenakshi Zöe Sundaram',
      phone: '+91 77777-31415',
      vehicles: [{ placeId: slot, vehicleNumber: 'KA27QX9182' }],
    })
    const { booking } = sold.json() as { booking: { reference: string } }

    const found = [
      'meena',
      'Meenakshi  zöe',
      'sundar',
      '31415',
      '7777 73',
      '9182',
      'ka 27 qx',
      'QX91',
    ]
    for (const text of found)
      expect([text, await search(text)]).toEqual([text, [booking.reference]])
    for (const text of ['akshi', '415', '182', 'QX9', 'Meenakshi Sundaram'])
      expect([text, await search(text)]).toEqual([text, []])

    await client.post(`/api/office/bookings/${booking.reference}/cancel`, {
      reason: 'illness',
      refund: 'full',
    })
    expect(await search('sundar')).toEqual([booking.reference])
    await context().clock.advance(8 * 24 * 60 * 60_000)
    expect(await search('sundar')).toEqual([])
  })

  test('searchBookings with a date finds a seat, a name and a phone number at the shows of that day only [S-723]', async () => {
    const { ctx, clock } = context()
    const { client, search } = await openCounter()
    const sellOn = async (time: string) => {
      const { showtimeId, seats } = await createShowtime(ctx, {
        startsIn: Date.parse(`${time}+05:30`) - clock.now(),
      })
      const sold = await client.post(`/api/office/shows/${showtimeId}/sell`, {
        placeIds: seats.slice(4, 5),
        payment: 'cash',
        totalCost: 150,
        name: 'Yamini',
        phone: '7070707070',
      })
      return (sold.json() as { booking: { reference: string } }).booking.reference
    }
    const first = await sellOn('2031-11-27T23:30:00')
    const second = await sellOn('2031-11-28T00:30:00')

    for (const text of ['A5', 'yamini', '7070707070', '707070', first]) {
      expect([text, await search(`${text} 27.11.2031`)]).toEqual([text, [first]])
      if (text !== first)
        expect([text, await search(`${text} 28 Nov 2031`)]).toEqual([text, [second]])
    }
    expect(await search(`${first} 28 Nov 2031`)).toEqual([])
    expect(await search('A5 29 Nov 2031')).toEqual([])
  })

  test('searchBookings names the seats first, and parking slots as slots', async () => {
    const { booking } = await createBooking()
    const { client } = await openCounter()

    const found = await client.get(`/api/office/bookings?q=${booking.bookingReference}`)

    const { bookings } = found.json() as { bookings: FoundBooking[] }
    expect(bookings.map(({ places }) => places.join(' '))).toEqual(['A1 slot F1'])
  })

  test('searchBookings does not find blocked places, and finds sales at the counter by their contact', async () => {
    const { client, search } = await openCounter()
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const path = `/api/office/shows/${showtimeId}`
    await client.post(`${path}/block`, { placeIds: seats.slice(0, 1), reason: 'broken' })
    const email = `${crypto.randomUUID()}@Example.com`
    const sold = await client.post(`${path}/sell`, {
      placeIds: seats.slice(1, 2),
      payment: 'cash',
      totalCost: 150,
      email,
      phone: '044 7654321000',
    })
    const { booking } = sold.json() as { booking: { reference: string } }
    const [blocked] = await context()
      .ctx.db.selectFrom('bookings')
      .select('reference')
      .where('showtime_id', '=', showtimeId)
      .where('channel', '=', 'house')
      .execute()

    expect(await search(email.toUpperCase())).toEqual([booking.reference])
    expect(await search('7654321000')).toEqual([booking.reference])
    expect(await search(blocked?.reference ?? '')).toEqual([])
    const opened = await client.get(`/api/office/bookings/${blocked?.reference}`)
    expect(opened.statusCode).toBe(404)
  })

  test('each search reads bookings by an index only', async () => {
    await createBooking()
    const { db } = context().ctx
    await analyzeTables(db, 'bookings', 'booking_places', 'users')
    const searches = [
      (on: typeof db) => statements.findByReference(on, 'MQ-2222222222', 'MQ-3333333333'),
      (on: typeof db) => statements.findByPhone(on, '9876543210'),
      (on: typeof db) => statements.findByEmail(on, 'asha@example.com'),
      (on: typeof db) => statements.findByVehicle(on, 'TN01AB1234'),
      (on: typeof db) => statements.findByPlace(on, 'A1', ['a show']),
      (on: typeof db) =>
        statements.findByContact(on, { name: 'a', phonePart: '1234', vehiclePart: '1234' }, ['s']),
      (on: typeof db) => statements.selectMails(on, 'some booking'),
    ]
    await db.connection().execute(async (connection) => {
      if (context().ctx.config.databaseUrl) await sql`set enable_seqscan = off`.execute(connection)
      for (const search of searches) {
        const reads = await explain(connection, (on) => search(on as never))
        const scans = reads.filter((read) =>
          /^scan (bookings|booking_places|users|claims|cancelled_places|outbox)$/.test(read),
        )
        expect({ reads, scans }).toEqual({ reads, scans: [] })
      }
    })
  })

  test('getBooking returns the history of a booking with its notes, mails and devices', async () => {
    const { booking } = await createBooking()
    const { client, deviceId } = await openCounter()
    await context().sentMails()
    const path = `/api/office/bookings/${booking.bookingReference}`

    const { advance } = context().clock
    await advance(1)
    await client.post(`${path}/notes`, { text: 'Lost the ticket.' })
    await advance(1)
    const reprinted = await client.post(`${path}/reprint`)
    await advance(1)
    await client.post(`${path}/resend-mail`)

    expect(reprinted.json()).toMatchObject({ passes: [{ label: 'Admit 1' }, { label: 'A1' }] })
    const device = { _id: deviceId, name: 'Counter 1' }
    expect((await client.get(path.toLowerCase().replace('mq-', 'MQ-'))).json()).toMatchObject({
      booking: {
        payment: 'online',
        channel: 'web',
        contact: { name: 'Asha' },
        totalCost: 250,
        movie: { rating: 'U' },
      },
      history: [
        { action: 'booking.create', device: null },
        { action: 'mail.sent', device: null },
        { action: 'booking.note', device },
        { action: 'booking.reprint', device },
        { action: 'booking.resend-mail', device },
      ],
      notes: [{ text: 'Lost the ticket.', device }],
    })
    const mails = await context().sentMails()
    expect(mails.filter(({ kind }) => kind === 'booking')).toHaveLength(2)
  })

  test('getBooking returns the sale of a booking whose people were admitted one by one', async () => {
    const { booking } = await createBooking()
    const { client, deviceId } = await openCounter()
    const subject = { subjectType: 'booking' as const, subject: booking._id, deviceId }
    const admission = { ...subject, action: 'admission.admit' as const, after: { count: 1 } }
    const write = (records: AuditRecord[]) =>
      inTransaction(context().ctx.db, { durable: false }, (tx) => recordActions(tx, records))
    await write([{ ...subject, action: 'booking.sell' }])
    await context().clock.advance(1)
    await write(Array.from({ length: 500 }, () => admission))

    const answer = await client.get(`/api/office/bookings/${booking.bookingReference}`)

    const { history } = answer.json() as { history: { action: string }[] }
    const count = (wanted: string) => history.filter(({ action }) => action === wanted).length
    expect([count('booking.sell'), count('admission.admit')]).toEqual([1, 500])
  })

  test('housekeeping deletes contacts and notes RETENTION_DAYS after the show, and keeps the sale', async () => {
    const { ctx, clock } = context()
    const { client } = await openCounter()
    const { showtimeId, seats } = await createShowtime(ctx)
    const sold = await client.post(`/api/office/shows/${showtimeId}/sell`, {
      placeIds: seats.slice(0, 1),
      payment: 'cash',
      totalCost: 150,
      name: 'Meera',
    })
    const { booking } = sold.json() as { booking: { _id: string; reference: string } }
    await client.post(`/api/office/bookings/${booking.reference}/notes`, { text: 'Wheelchair.' })
    const rows = async () => {
      const contacts = await ctx.db
        .selectFrom('bookings')
        .select('contact_name')
        .where('id', '=', booking._id)
        .where('contact_name', 'is not', null)
        .execute()
      const notes = await ctx.db
        .selectFrom('booking_notes')
        .select('content')
        .where('booking_id', '=', booking._id)
        .execute()
      return [...contacts, ...notes]
    }
    await deleteOldData(ctx)
    expect(await rows()).toHaveLength(2)

    await clock.advance(ctx.config.retentionMs + 24 * 3_600_000)
    await deleteOldData(ctx)

    expect(await rows()).toEqual([])
    const opened = await client.get(`/api/office/bookings/${booking.reference}`)
    expect(opened.json()).toMatchObject({ booking: { contact: { name: null } }, notes: [] })
  })

  /** A booking whose confirmation the mail server has refused. */
  async function createRefusedBooking() {
    const { ctx } = context()
    const { booking, order } = await createBooking()
    const refused = `${order.userId}@example.com`
    await sendDueMails({ ...ctx, deliverMail: refuseFor(refused) })
    const { client } = await openCounter()
    const path = `/api/office/bookings/${booking.bookingReference}`
    const view = async () =>
      (await client.get(path)).json() as {
        booking: { refusedEmail: string | null; contact: { email: string } }
        history: { action: string; reason: string | null }[]
      }
    return { booking, order, refused, client, path, view }
  }

  test('a booking tells its owner and staff that its mail was refused, until a later one has arrived [S-661]', async () => {
    const { ctx } = context()
    const { order, refused, client, path, view } = await createRefusedBooking()

    expect(await listBookings(order.userId)).toMatchObject([{ refusedEmail: refused }])
    const { booking, history } = await view()
    expect(booking.refusedEmail).toBe(refused)
    expect(history.at(-1)).toMatchObject({
      action: 'mail.refused',
      reason: '550 5.1.1 <recipient> is not here',
    })

    await client.post(`${path}/resend-mail`)
    await context().sentMails()

    expect((await view()).booking.refusedEmail).toBeNull()
    const [listed] = await listBookings(order.userId)
    expect(listed).not.toHaveProperty('refusedEmail')
    expect(await countRefusedMails(ctx)).toBe(0)
  })

  test('correctEmail sends what was refused to the new address, and later mails too, and leaves the account its own [S-662]', async () => {
    const { ctx } = context()
    const { order, booking, refused, client, path, view } = await createRefusedBooking()
    const sentTo = async (address: string) =>
      (await context().sentMails()).filter(({ to }) => to === address)

    const answer = await client.post(`${path}/email`, { email: ' Asha@Example.org ' })

    expect(answer.json()).toMatchObject({ success: true })
    expect(await sentTo('asha@example.org')).toMatchObject([{ kind: 'booking' }])
    const { booking: shown, history } = await view()
    expect(shown).toMatchObject({ refusedEmail: null, contact: { email: 'asha@example.org' } })
    expect(history.map(({ action }) => action)).toContain('booking.correct-email')
    const audit = await ctx.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(audit)).not.toContain('asha@example.org')
    const users = ctx.db.selectFrom('users').select('email').where('id', '=', order.userId)
    expect(await users.execute()).toEqual([{ email: refused }])

    const own = { userId: order.userId, reference: booking.bookingReference }
    await cancel(ctx, own, { refund: 125 })
    expect((await sentTo('asha@example.org')).map(({ kind }) => kind)).toEqual([
      'booking',
      'change',
    ])
  })

  test('correctEmail of a booking whose mails have arrived sends the confirmation to the new address [S-662]', async () => {
    const { booking } = await createBooking()
    await context().sentMails()
    const { client } = await openCounter()
    const path = `/api/office/bookings/${booking.bookingReference}/email`

    expect((await client.post(path, { email: 'not an address' })).statusCode).toBe(400)
    await client.post(path, { email: 'ravi@example.org' })

    const mails = await context().sentMails()
    expect(mails.map(({ to }) => to)).toContain('ravi@example.org')
  })

  test('a mail that is accepted by the old address while it is corrected is sent to the new one too [S-662]', async () => {
    const { ctx } = context()
    const { booking, order } = await createBooking()
    const { client } = await openCounter()
    const path = `/api/office/bookings/${booking.bookingReference}/email`
    const recipients: string[] = []
    const deliverMail = async ({ to }: { to: string }) => {
      recipients.push(to)
      if (recipients.length === 1) await client.post(path, { email: 'new@example.org' })
    }
    await sendDueMails({ ...ctx, deliverMail })

    expect(recipients).toEqual([`${order.userId}@example.com`, 'new@example.org'])
  })

  test('resendMail refuses a sale without an email', async () => {
    const { client } = await openCounter()
    const { showtimeId, seats } = await createShowtime(context().ctx)
    const sold = await client.post(`/api/office/shows/${showtimeId}/sell`, {
      placeIds: seats.slice(0, 1),
      payment: 'cash',
      totalCost: 150,
    })
    const { booking } = sold.json() as { booking: { reference: string } }

    const response = await client.post(`/api/office/bookings/${booking.reference}/resend-mail`)

    expect([response.statusCode, response.json()]).toMatchObject([409, { code: 'CLOSED' }])
  })
})

const references = expect.any(Object)

test.each([
  ['h7k', { references }],
  ['H72', { references, place: 'H72' }],
  ['H7', { place: 'H7' }],
  ['H7 27 Nov', { place: 'H7', date: '2026-11-27' }],
  ['MQ-H7', {}],
  ['ka 05 mx 0001', { vehicleNumber: 'KA05MX0001', vehiclePart: 'KA05MX0001' }],
  ['05 mx', { vehiclePart: '05MX' }],
  ['0012', { phonePart: '0012', vehiclePart: '0012' }],
  ['98765 4321', { phonePart: '987654321', vehiclePart: '987654321' }],
  ['+91 98765-43210', { phone: '9876543210' }],
  ['012', {}],
  ['Asha  Rao', { name: 'Asha Rao' }],
  ['Éloïse', { name: 'Éloïse' }],
  ['ஆஷா', { name: 'ஆஷா' }],
  ["O'Neil 2026-11-27", { name: "O'Neil", date: '2026-11-27' }],
  ['a%', {}],
])('parseSearch reads %j as everything that it may mean [S-723]', (text, terms) => {
  expect(parseSearch(text, '2026-11-25')).toEqual(terms)
})
