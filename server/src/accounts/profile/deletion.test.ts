import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { correctEmail } from '#src/bookings/list/staff-bookings.service.ts'
import { databasePath } from '#src/database/connection/sqlite.ts'
import type { Schema } from '#src/database/schema.ts'
import { replyToEnquiry } from '#src/enquiries/staff-enquiries.service.ts'
import { deleteOldData } from '#src/housekeeping/housekeeping.service.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import { createDelivery } from '#src/messages/mail/delivery.ts'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { bookingRequest, createShowtime } from '#test/support/makers.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'

const DAY = 24 * 60 * 60 * 1000
const PASSWORD = 'a train, stolen'
const [FIRST_EMAIL, EMAIL] = ['canary.one@example.com', 'canary.two@example.com']
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:6.8) Goanna/20241101 PaleMoon/33.4.1'
const BROWSER = 'Pale Moon on Linux'
const CORRECTED_EMAIL = 'canary.four@example.com'
/** Of staff, to the visitor. */
const ANSWER = 'Canary answer'
const PERSONAL = [
  FIRST_EMAIL,
  EMAIL,
  CORRECTED_EMAIL,
  'Canary Raman',
  '9123456780',
  'TN07CX1234',
  BROWSER,
  ANSWER,
]

/** An account with personal data, and where it is found. */
function createPersonalData(context: () => TestContext) {
  const mailFiles = () => {
    const { mailDir } = context().ctx.config
    return existsSync(mailDir)
      ? readdirSync(mailDir).map((name) => readFileSync(`${mailDir}/${name}`, 'utf8'))
      : []
  }
  const send = () =>
    sendDueMails({ ...context().ctx, deliverMail: createDelivery(context().ctx.config) })

  /** Everything that is stored: the rows, the bytes of the embedded database, and the mail files. */
  async function readEverything() {
    const { db, config } = context().ctx
    const tables = (await db.introspection.getTables()).map(({ name }) => name as keyof Schema)
    const rows = await Promise.all(
      tables.map((table) => db.selectFrom(table).selectAll().execute()),
    )
    const path = databasePath(config.dataDir)
    const bytes = [path, `${path}-wal`]
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'latin1'))
    return [JSON.stringify(rows), ...bytes, ...mailFiles()].join('\n')
  }
  const foundPersonalData = async () => {
    const stored = await readEverything()
    return PERSONAL.filter((text) => stored.includes(text))
  }

  const confirmEmail = (email: string) =>
    context()
      .ctx.db.updateTable('users')
      .set({ email_confirmed_at: context().ctx.now() })
      .where('email', '=', email)
      .execute()

  /** Staff answers what was asked with an email. */
  async function answer(email: string) {
    const { ctx } = context()
    const { id } = await ctx.db
      .selectFrom('enquiries')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const reply = { enquiryId: id, deviceId: 'counter', text: ANSWER, answers: 0 }
    await replyToEnquiry(ctx, reply)
  }

  async function createFullAccount() {
    const { app } = await createTestApp(context().ctx)
    const browser = createBrowser(app)
    const account = { email: FIRST_EMAIL, password: PASSWORD }
    await browser.post('/api/auth/signup', { username: 'Canary Raman', ...account })
    const { _id } = (
      await browser.post('/api/auth/signin', account, { 'user-agent': USER_AGENT })
    ).json().user
    const change = { email: EMAIL, phone: '9123456780', currentPassword: PASSWORD }
    await browser.post(`/api/user/update/${_id}`, change)
    const typed = 'Canary.Two@Example.com'
    const question = { userQuestion: 'I am Canary Raman. Popcorn?', userEmail: typed }
    await browser.post('/api/faq/ask', question)
    await answer(typed)
    await confirmEmail(EMAIL)
    const showtime = await createShowtime(context().ctx)
    const slot = showtime.twoWheelers[0] as string
    const order = bookingRequest(showtime, _id, {
      parkingSlotIds: [slot],
      parkingSlots: [{ slotId: slot, vehicleNumber: 'TN07CX1234' }],
      totalCost: 200,
      phone: '9123456780',
    })
    const booked = await browser.post('/api/bookings', order)
    const { bookingReference: reference } = booked.json().booking
    await correctEmail(context().ctx, { reference, deviceId: 'counter' }, CORRECTED_EMAIL)
    return { browser, userId: _id }
  }
  return { createFullAccount, foundPersonalData, mailFiles, readEverything, send }
}

describeDatabases('account deletion', (context) => {
  const { createFullAccount, foundPersonalData, mailFiles, readEverything, send } =
    createPersonalData(context)

  test('leaves no name, email, phone, vehicle number, browser or answer of staff in rows, free pages and mail files [S-1065]', async () => {
    const { browser, userId } = await createFullAccount()
    await send()
    expect((await foundPersonalData()).toSorted()).toEqual(PERSONAL.toSorted())
    expect(await readEverything()).not.toContain('PaleMoon')

    expect((await browser.call('DELETE', `/api/user/delete/${userId}`)).statusCode).toBe(200)

    await send()
    const [notice, ...others] = mailFiles()
    expect(others).toEqual([])
    expect(notice).toContain('your account is deleted')
    // The files have the time of the machine, which goes on while the clock of the test stands.
    await context().clock.advance(2 * DAY)
    await deleteOldData(context().ctx)
    expect(await foundPersonalData()).toEqual([])
    expect(mailFiles()).toEqual([])
  })

  test('tells the office of each enquiry that it deletes [S-1270]', async () => {
    const { ctx } = context()
    const { browser, userId } = await createFullAccount()
    const stored = async () =>
      (await ctx.db.selectFrom('enquiries').select('id').execute()).map(({ id }) => id)
    const before = await stored()
    const told: string[] = []
    ctx.events.on('enquiriesChanged', (enquiryId) => told.push(enquiryId))

    await browser.call('DELETE', `/api/user/delete/${userId}`)

    const left = await stored()
    expect(told).toEqual(before.filter((id) => !left.includes(id)))
    expect(told).toHaveLength(1)
  })

  test('without a confirmed email leaves the enquiries and the mails to the box office that its owner has sent [S-178]', async () => {
    const { ctx } = context()
    const { app } = await createTestApp(ctx)
    const [owner, other] = [createBrowser(app), createBrowser(app)]
    const email = 'canary.three@example.com'
    await owner.post('/api/faq/ask', { userQuestion: 'Is there popcorn?', userEmail: email })
    const account = { email, password: PASSWORD }
    await other.post('/api/auth/signup', { username: 'Other Person', ...account })
    const { user } = (await other.post('/api/auth/signin', account)).json()

    expect((await other.call('DELETE', `/api/user/delete/${user._id}`)).statusCode).toBe(200)

    const enquiries = ctx.db.selectFrom('enquiries').select('body').where('email', '=', email)
    expect(await enquiries.execute()).toHaveLength(1)
    const mails = await context().sentMails()
    expect(mails.filter(({ replyTo }) => replyTo === email)).toHaveLength(1)
  })

  test('releases the holds of all browsers that were signed in to the account', async () => {
    const { ctx } = context()
    const { browser, userId } = await createFullAccount()
    const { showtimeId, seats } = await createShowtime(ctx)
    const holds = { showtimeId, placeIds: seats.slice(0, 2), holder: 'other browser', userId }
    await holdPlaces(ctx, { ...holds, isConfirmed: true })

    expect((await browser.call('DELETE', `/api/user/delete/${userId}`)).statusCode).toBe(200)

    const claims = ctx.db.selectFrom('claims').select('place_id')
    expect(await claims.where('showtime_id', '=', showtimeId).execute()).toEqual([])
  })

  test('cannot be repeated with new accounts to fill a mailbox [S-163]', async () => {
    const { app } = await createTestApp(context().ctx)
    const account = { email: 'canary.four@example.com', password: PASSWORD }

    for (let round = 0; round < 7; round += 1) {
      const browser = createBrowser(app)
      await browser.post('/api/auth/signup', { username: 'Other Person', ...account })
      const { user } = (await browser.post('/api/auth/signin', account)).json()
      await context().sentMails()
      expect((await browser.call('DELETE', `/api/user/delete/${user._id}`)).statusCode).toBe(200)
    }

    const mails = await context().sentMails()
    const subjects = mails.flatMap(({ to, subject }) => (to === account.email ? subject : []))
    expect(subjects.filter((subject) => subject.includes('confirm'))).toHaveLength(5)
    expect(subjects.filter((subject) => subject.includes('deleted'))).toHaveLength(5)
  })
})

describeDatabases('housekeeping', (context) => {
  const { createFullAccount, foundPersonalData, mailFiles, send } = createPersonalData(context)

  test('deletes ended sessions after a day, mails after 30 days, and enquiries, phone and vehicle numbers RETENTION_DAYS after the show', async () => {
    const { ctx, clock } = context()
    await createFullAccount()
    await send()
    const phones = () =>
      ctx.db.selectFrom('bookings').select('phone').where('phone', 'is not', null).execute()

    await clock.advance(31 * DAY)
    const early = await deleteOldData(ctx)
    expect(early).toMatchObject({ sessions: 2, emailTokens: 2, enquiries: 0, contacts: 0 })
    expect(early.mails).toBeGreaterThanOrEqual(4)
    expect(mailFiles()).toEqual([])
    expect(await foundPersonalData()).not.toContain(BROWSER)
    expect(await phones()).toHaveLength(1)
    await clock.advance(150 * DAY)
    const enquiries = await ctx.db.selectFrom('enquiries').select('id').execute()
    const told: string[] = []
    ctx.events.on('enquiriesChanged', (enquiryId) => told.push(enquiryId))

    expect(await deleteOldData(ctx)).toMatchObject({ contacts: 1, vehicleNumbers: 1 })
    expect(await phones()).toEqual([])
    expect(await ctx.db.selectFrom('enquiries').selectAll().execute()).toEqual([])
    expect(told).toEqual(enquiries.map(({ id }) => id))
    expect(await foundPersonalData()).not.toContain('TN07CX1234')
  })
})
