import { verifyPass } from '@marquee/contract/tickets/verify-pass'
import { formatMoment } from '@marquee/contract/time'
import jsqr from 'jsqr'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { cancel } from '#src/bookings/change/changes.service.ts'
import { readConfig } from '#src/config/config.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { callAfterRead } from '#test/support/call-after-read.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { createShowtime } from '#test/support/makers.ts'
import { readPdfText } from '#test/support/render-pdf.ts'
import { createNodeContext, describeContext } from '#test/support/test-context.ts'
import { queueReminders } from '../reminders/reminders.service.ts'
import { createDelivery } from './delivery.ts'
import type { OutgoingMail } from './mail.ts'
import { sendDueMails } from './send-mails.service.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

describeContext('mails about bookings', (context) => {
  const { book, createOrder } = createBookingCalls(context)

  /** Books two seats and a slot of a new showtime. */
  async function bookShow(startsIn = 6 * HOUR) {
    const showtime = await createShowtime(context().ctx, { startsIn })
    const [slotId = ''] = showtime.fourWheelers
    const order = await createOrder(showtime, showtime.seats.slice(0, 2), {
      parkingSlotIds: [slotId],
      parkingSlots: [{ slotId, vehicleNumber: 'TN01AB1234' }],
      totalCost: 400,
    })
    return { userId: order.userId, booking: await book(order) }
  }
  const remindersTo = async (userId: string) =>
    (await context().sentMails()).filter(
      ({ kind, to }) => kind === 'reminder' && to === `${userId}@example.com`,
    )
  const confirm = (userId: string) =>
    context()
      .ctx.db.updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', userId)
      .execute()

  test('a confirmation and its PDF describe the refund as long as booking is open at a show that closes early [S-411]', async () => {
    const { ctx } = context()
    const showtime = await createShowtime(ctx, { startsIn: 8 * HOUR, cutoffMinutes: 360 })
    const { showtimeId } = await book(await createOrder(showtime, showtime.seats.slice(0, 1)))
    const closesAt = Date.parse(showtimeId.startTime) - 6 * HOUR
    const sentence = `Full refund until ${formatMoment(closesAt, 'Asia/Kolkata')}, then no refund.`

    const [mail] = await context().sentMails()

    expect(mail?.text).toContain(sentence)
    const pdf = mail?.attachments?.find(({ filename }) => filename.endsWith('.pdf'))
    expect(await readPdfText(Buffer.from(pdf?.content ?? ''))).toContain(sentence)
  })

  test('a confirmation arrives over SMTP with text, HTML, readable QR code, PDF and calendar file', async () => {
    const { ctx } = context()
    const { booking } = await bookShow()
    const mailServer = await startMailServer()
    const config = readConfig({ ...context().environment, SMTP_URL: mailServer.url() })
    await sendDueMails({ ...ctx, deliverMail: createDelivery(config) })
    await mailServer.close()

    const [received, ...others] = mailServer.received
    expect(others).toEqual([])
    const mail = await simpleParser(received?.text ?? '')
    const { bookingReference: reference, movieId, showtimeId } = booking
    expect(mail.subject).toBe(`Marquee: ${movieId.name}, ${reference}`)
    const facts = [
      reference,
      movieId.name,
      showtimeId.screen,
      'A1, A2',
      'F1 (Four Wheeler, TN01AB1234)',
    ]
    for (const fact of [...facts, '₹400', 'Arrive by', 'Show ticket']) {
      expect(mail.text).toContain(fact)
      expect(String(mail.html)).toContain(fact)
    }
    expect(mail.headers.has('list-unsubscribe')).toBe(false)
    const [picture, pdf, calendar] = mail.attachments
    expect(mail.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
      [`${reference}.gif`, 'image/gif'],
      [`${reference}.pdf`, 'application/pdf'],
      [`${reference}.ics`, 'text/calendar'],
    ])
    // The parser replaces the reference to the picture by the picture.
    expect(String(mail.html)).toContain('src="data:image/gif;base64,')
    const { data, info } = await sharp(picture?.content)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const token = jsqr.default(Uint8ClampedArray.from(data), info.width, info.height)?.data ?? ''
    expect(await verifyPass(token, ctx.passKeys.publicKeys)).toMatchObject({
      genuine: true,
      pass: { reference, number: 0 },
    })
    expect(await readPdfText(pdf?.content ?? new Uint8Array())).toContain(reference)
    expect(calendar?.content.toString()).toContain(`UID:${reference}\r\n`)
  })

  test('a mail that a cancellation replaces while it is composed is not sent [S-443]', async () => {
    const { ctx } = context()
    const { userId, booking } = await bookShow()
    const to = `${userId}@example.com`
    const sent: string[] = []
    const deliverMail = async (mail: OutgoingMail) =>
      void (mail.to === to && sent.push(mail.subject))
    let cancelled: Promise<unknown> | undefined
    const cancelOnce = () => {
      const own = { userId, reference: booking.bookingReference }
      cancelled ??= cancel(ctx, own, { refund: 400 })
      return cancelled
    }

    await sendDueMails({
      ...ctx,
      deliverMail,
      reader: callAfterRead(ctx.reader, 'payment_method', cancelOnce),
    })
    await sendDueMails({ ...ctx, deliverMail })

    expect(sent).toEqual([expect.stringContaining('is cancelled')])
  })

  test('names with HTML in them are shown as text', async () => {
    const { ctx } = context()
    const { booking } = await bookShow()
    const name = '<img src=x onerror=alert(1)> & "Co"'
    await ctx.db
      .updateTable('movies')
      .set({ name: `${name} ${crypto.randomUUID()}` })
      .where('id', '=', booking.movieId._id)
      .execute()

    const [mail] = await context().sentMails()

    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;')
    expect(mail?.html).not.toContain('<img src=x')
    expect(mail?.text).toContain(name)
  })

  test('a reminder is sent three hours before the show, once, whichever node looks for it', async () => {
    const { ctx, clock, sentMails } = context()
    const { userId, booking } = await bookShow()
    await confirm(userId)
    await queueReminders(ctx)
    await sentMails()
    await clock.advance(3 * HOUR + MINUTE)

    const nodes = [ctx, createNodeContext(ctx), createNodeContext(ctx)]
    await Promise.all(nodes.map((node) => queueReminders(node)))
    await queueReminders(ctx)

    const reminders = await remindersTo(userId)
    expect(reminders).toHaveLength(1)
    expect(reminders[0]).toMatchObject({
      to: `${userId}@example.com`,
      subject: expect.stringContaining(`Marquee: ${booking.movieId.name} starts at `),
      text: expect.stringContaining(booking.bookingReference),
      unsubscribeUrl: expect.stringContaining('http://localhost:3000/unsubscribe/'),
    })
    expect(reminders[0]?.attachments).toHaveLength(3)
    await clock.advance(HOUR)
    await queueReminders(ctx)
    expect(await remindersTo(userId)).toHaveLength(1)
  })

  test.each<[string, number, number, { reminders_off?: number; isDeleted?: boolean }]>([
    ['that was made later than three hours before the show', 2 * HOUR, 10 * MINUTE, {}],
    ['whose user has switched reminders off', 6 * HOUR, 4 * HOUR, { reminders_off: 1 }],
    ['of a deleted account', 6 * HOUR, 4 * HOUR, { isDeleted: true }],
    ['whose show starts in less than half an hour', 6 * HOUR, 5 * HOUR + 40 * MINUTE, {}],
  ])('a booking %s gets no reminder', async (_, startsIn, passed, { isDeleted, ...changes }) => {
    const { ctx, clock } = context()
    const { userId, booking } = await bookShow(startsIn)
    await confirm(userId)
    if (isDeleted)
      await ctx.db
        .updateTable('bookings')
        .set({ user_id: null })
        .where('id', '=', booking._id)
        .execute()
    else if ('reminders_off' in changes)
      await ctx.db.updateTable('users').set(changes).where('id', '=', userId).execute()
    await clock.advance(passed)

    await queueReminders(ctx)

    const rows = await ctx.db
      .selectFrom('outbox')
      .select('id')
      .where('booking_id', '=', booking._id)
      .where('kind', '=', 'reminder')
      .execute()
    expect(rows).toEqual([])
  })

  test('an unconfirmed email gets at most five mails an hour, reminders included', async () => {
    const { ctx, clock } = context()
    const first = await bookShow()
    for (let n = 0; n < 6; n += 1) {
      const { booking } = await bookShow()
      const { userId } = first
      await ctx.db
        .updateTable('bookings')
        .set({ user_id: userId })
        .where('id', '=', booking._id)
        .execute()
    }
    const countReminders = async () => {
      const rows = await ctx.db
        .selectFrom('outbox')
        .select('id')
        .where('user_id', '=', first.userId)
        .where('kind', '=', 'reminder')
        .execute()
      return rows.length
    }
    await clock.advance(3 * HOUR + MINUTE)
    for (let n = 0; n < 3; n += 1) await queueReminders(ctx)
    expect(await countReminders()).toBe(5)

    await clock.advance(HOUR + MINUTE)
    await queueReminders(ctx)
    expect(await countReminders()).toBe(7)
  })

  test('a mail shows the names of the operator in their own writing direction, without cutting them [S-649]', async () => {
    const movie = `مغلِ اعظم ${'आ'.repeat(100)}`
    const showtime = await createShowtime(context().ctx, { startsIn: 6 * HOUR })
    await context()
      .ctx.db.updateTable('movies')
      .set({ name: movie })
      .where('id', '=', showtime.movieId)
      .execute()
    ;(await context().sentMails()).length = 0
    await book(await createOrder(showtime, showtime.seats.slice(0, 1)))

    const [mail] = await context().sentMails()

    expect(mail?.html).toMatch(/<h1 class="title" dir="auto" style="[^"]*overflow-wrap:anywhere/)
    expect(mail?.html).toContain(movie)
    expect(mail?.text).toContain(movie)
    const [pdf] = mail?.attachments?.filter(({ filename }) => filename.endsWith('.pdf')) ?? []
    expect(Buffer.from(pdf?.content ?? '').toString('latin1')).toContain('NotoSansArabic')
  })
})
