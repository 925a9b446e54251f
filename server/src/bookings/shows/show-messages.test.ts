import { expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import { listNotices } from '#src/messages/notices/notices.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { createShowtime } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { overlapRequests } from '#test/support/overlapping-requests.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { cancelShow } from './show-cancellation.service.ts'
import { previewShowMessage, sendShowMessage } from './show-messages.service.ts'

const HOUR = 3_600_000
const TEXT = 'Doors open at 7:15 PM.\nPlease use the side entrance.'

describeDatabases('a message to the visitors of a show', (context) => {
  const office = setupTestOffice(context)
  const { createOrder, book } = createBookingCalls(context)

  /** A show with two bookings of one account, one of another account, and two of the counter: with an email, and with a phone number only. */
  async function createSoldShow() {
    const { ctx } = context()
    const show = await createShowtime(ctx, { startsIn: 6 * HOUR })
    const { showtimeId, seats } = show
    const first = await createOrder(show, seats.slice(0, 2))
    await book(first)
    await book({ ...(await createOrder(show, seats.slice(2, 3))), userId: first.userId })
    const second = await createOrder(show, seats.slice(3, 4))
    await book(second)
    const { client, deviceId } = await office().pair('manager', 'Laptop')
    const sell = (seat: number, contact: object) =>
      client.post(`/api/office/shows/${showtimeId}/sell`, {
        placeIds: [seats[seat]],
        payment: 'cash',
        totalCost: 150,
        ...contact,
      })
    await sell(4, { email: 'Counter@example.com' })
    await sell(5, { name: 'Meera', phone: '98765 43210' })
    await client.post(`/api/office/shows/${showtimeId}/block`, {
      placeIds: [seats[6]],
      reason: 'house',
    })
    await context().sentMails()
    const path = `/api/office/shows/${showtimeId}/message`
    return { show, showtimeId, client, deviceId, path, userIds: [first.userId, second.userId] }
  }
  const messages = async () =>
    (await context().sentMails()).filter(({ kind }) => kind === 'message')

  test('reaches each address and each account once, and names the bookings that staff must tell [S-1070]', async () => {
    const { client, path, userIds } = await createSoldShow()
    const counts = { bookings: 5, people: 6, mails: 3, notices: 2 }
    const unreached = [{ reference: expect.any(String), name: 'Meera', phone: '98765 43210' }]

    const preview = (await client.get(path)).json() as Awaited<
      ReturnType<typeof previewShowMessage>
    >
    expect(preview).toMatchObject({ reach: { ...counts, unreached }, sent: [] })
    const sent = await client.post(path, { text: ` ${TEXT} ` })
    expect(sent.json()).toEqual({ success: true, reach: { ...counts, unreached } })

    const mails = await messages()
    const addresses = ['counter@example.com', ...userIds.map((id) => `${id}@example.com`)]
    expect(mails.map(({ to }) => to.toLowerCase()).toSorted()).toEqual(addresses.toSorted())
    for (const mail of mails) {
      expect(mail.subject).toBe(preview.subject)
      expect(mail.text.startsWith(`${TEXT}\n\nMovie: `)).toBe(true)
      expect(mail.attachments).toBeUndefined()
    }
    for (const userId of userIds) {
      const [notice] = (await listNotices(context().ctx, userId)).notices
      expect(notice).toMatchObject({ kind: 'message', text: TEXT })
      expect(notice?.title).toMatch(/^News about /)
      expect(notice?.link).toMatch(/^\/bookings\/MQ-/)
    }
  })

  test('is in the audit with its text and numbers, and in the list of earlier messages [S-1070]', async () => {
    const { client, path, showtimeId, deviceId } = await createSoldShow()
    await client.post(path, { text: 'First.' })
    await context().clock.advance(1)
    await client.post(path, { text: 'Second.' })

    const { sent } = await previewShowMessage(context().ctx, showtimeId)
    const device = { _id: deviceId, name: 'Laptop' }
    expect(sent).toEqual([
      { at: expect.any(String), device, text: 'Second.' },
      { at: expect.any(String), device, text: 'First.' },
    ])
    const [entry] = await context()
      .ctx.db.selectFrom('audit')
      .select('state_after')
      .where('subject_id', '=', showtimeId)
      .where('action', '=', 'show.message')
      .orderBy('at')
      .execute()
    expect(JSON.parse(entry?.state_after ?? '')).toEqual({
      text: 'First.',
      bookings: 5,
      people: 6,
      mails: 3,
      notices: 2,
    })
  })

  test('is sent once by two requests at the same time with one key, and refused with another text [S-1071]', async () => {
    const { ctx } = context()
    const { showtimeId } = await createSoldShow()
    for (let atStatement = 1; atStatement <= 8; atStatement += 1) {
      const text = `Message ${atStatement}`
      const send = (node: Context) =>
        sendShowMessage(node, { showtimeId, text, deviceId: 'd', key: `key ${atStatement}` })

      const [one, two] = await Promise.all(overlapRequests(ctx, { atStatement }, [send, send]))

      expect(one, text).toEqual(two)
      expect(one).toMatchObject({ mails: 3, notices: 2 })
      expect(await messages(), text).toHaveLength(3 * atStatement)
    }
    await expect(
      sendShowMessage(ctx, { showtimeId, text: 'Other', deviceId: 'd', key: 'key 1' }),
    ).rejects.toMatchObject({ code: 'KEY_REUSED' })
  })

  test('reaches no visitor if it is interrupted, and all of them when it is repeated [S-1071]', async () => {
    const { ctx } = context()
    const { showtimeId, userIds } = await createSoldShow()
    await ctx.db.schema.alterTable('audit').renameTo('audit_away').execute()
    const request = { showtimeId, text: TEXT, deviceId: 'd', key: undefined }
    await expect(sendShowMessage(ctx, request)).rejects.toThrow()
    await ctx.db.schema.alterTable('audit_away').renameTo('audit').execute()

    expect(await messages()).toEqual([])
    const [userId = ''] = userIds
    const kinds = async () => (await listNotices(ctx, userId)).notices.map(({ kind }) => kind)
    expect(await kinds()).not.toContain('message')
    await sendShowMessage(ctx, request)
    expect(await messages()).toHaveLength(3)
    expect(await kinds()).toContain('message')
  })

  test('waits behind at most two mails of another account, like all mails [S-1071]', async () => {
    const { ctx, clock } = context()
    const { showtimeId } = await createSoldShow()
    const sentBefore = (await context().sentMails()).length
    for (let n = 0; n < 3; n += 1)
      await sendShowMessage(ctx, { showtimeId, text: `${n}`, deviceId: 'd', key: undefined })
    await clock.advance(1)
    const later = await createOrder(await createShowtime(ctx), [])
    await ctx.db
      .insertInto('outbox')
      .values({
        id: crypto.randomUUID(),
        kind: 'booking',
        user_id: null,
        booking_id: null,
        recipient: later.userId,
        mail_limit: null,
        reply_to: null,
        thread: null,
        subject: 'Later',
        body: '',
        html: null,
        created_at: clock.now(),
        attempts: 0,
        attempted_at: null,
        next_attempt_at: clock.now(),
        give_up_at: clock.now() + HOUR,
        sent_at: null,
        refused_at: null,
        refusal: null,
      })
      .execute()

    const recipients = (await context().sentMails()).slice(sentBefore).map(({ to }) => to)

    const before = recipients.slice(0, recipients.indexOf(later.userId))
    for (const count of Map.groupBy(before, (to) => to).values())
      expect(count.length).toBeLessThanOrEqual(2)
    expect(recipients).toHaveLength(10)
  })

  test('is refused for a show that is over, cancelled or unknown, and without a text [S-1070]', async () => {
    const { ctx, clock } = context()
    const { client, path, showtimeId } = await createSoldShow()
    expect((await client.post(path, { text: ' ' })).json()).toMatchObject({
      statusCode: 400,
      message: 'Please write what visitors should know.',
    })
    const unknown = await client.post('/api/office/shows/none/message', { text: TEXT })
    expect(unknown.statusCode).toBe(404)
    await cancelShow(ctx, { showtimeId, reason: 'power', deviceId: 'd' })
    expect((await client.post(path, { text: TEXT })).json()).toMatchObject({
      statusCode: 409,
      message: 'This show is cancelled. Its visitors have been told.',
    })
    const other = await createSoldShow()
    await clock.advance(12 * HOUR)
    expect((await other.client.post(other.path, { text: TEXT })).json()).toMatchObject({
      statusCode: 409,
      message: 'This show is over, so its visitors cannot be told any more.',
    })
  })
})
