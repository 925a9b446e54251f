import { expect, test } from 'vitest'
import { book } from '#src/bookings/order/book.service.ts'
import type { UserRow } from '#src/database/schema.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import { bookingRequest, createShowtime } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { updateUser, userById } from '../accounts.sql.ts'

const PASSWORD = 'a train, stolen'
const NEW_PASSWORD = 'another one entirely'

describeDatabases('profile', (context) => {
  const newEmail = () => `${crypto.randomUUID()}@example.com`

  async function createAccount() {
    const { app } = await createTestApp(context().ctx)
    const browser = createBrowser(app)
    const email = newEmail()
    await browser.post('/api/auth/signup', { email, password: PASSWORD, username: 'Asha' })
    const { user } = (await browser.post('/api/auth/signin', { email, password: PASSWORD })).json()
    const userId = user._id as string
    /** Signs in with another browser. */
    const signIn = async (credentials: { email?: string; password?: string } = {}) => {
      const other = createBrowser(app)
      const body = { email, password: PASSWORD, ...credentials }
      const { statusCode } = await other.post('/api/auth/signin', body)
      return { other, statusCode }
    }
    const update = (changes: object, by = browser) => by.post(`/api/user/update/${userId}`, changes)
    return { app, browser, email, userId, signIn, update }
  }
  const readUser = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.get('/api/auth/session')).json().user

  test('concurrent changes of different fields are all kept', async () => {
    const { browser, userId } = await createAccount()
    const { db } = context().ctx
    const before = (await userById(db, userId)) as UserRow

    await updateUser(db, before, { username: 'Asha Raman' })
    await updateUser(db, before, { phone: '9876543210' })

    expect(await readUser(browser)).toMatchObject({ username: 'Asha Raman', phone: '9876543210' })
  })

  test('phone is kept if it is left out, loses its verification if it changes, and can be removed', async () => {
    const { update, userId } = await createAccount()
    const phoneAfter = async (changes: object) => {
      const { phone, phoneVerified } = (await update(changes)).json()
      return [phone, phoneVerified]
    }
    await update({ phone: '9876543210' })
    const user = (await userById(context().ctx.db, userId)) as UserRow
    await updateUser(context().ctx.db, user, { phone_verified: 1 })

    expect(await phoneAfter({ username: 'Asha' })).toEqual(['9876543210', true])
    expect(await phoneAfter({ phone: '9876543210' })).toEqual(['9876543210', true])
    expect(await phoneAfter({ phone: '9876543211' })).toEqual(['9876543211', false])
    expect(await phoneAfter({ phone: '' })).toEqual([null, false])
    expect(await phoneAfter({ phone: null })).toEqual([null, false])
  })

  test('changed name keeps all sessions, and a changed password ends them and replaces the current one', async () => {
    const { app, browser, update, signIn } = await createAccount()
    const { other } = await signIn()
    const copy = { cookie: browser.cookiesFor('/api/auth/session') }

    await update({ username: ' Asha K ' })
    expect(await readUser(other)).toMatchObject({ username: 'Asha K' })
    await update({ password: NEW_PASSWORD, currentPassword: PASSWORD })

    expect(await readUser(browser)).toMatchObject({ username: 'Asha K' })
    expect(await readUser(other)).toBeNull()
    expect((await createBrowser(app).get('/api/auth/session', copy)).json()).toEqual({ user: null })
    expect((await signIn()).statusCode).toBe(401)
    expect((await signIn({ password: NEW_PASSWORD })).statusCode).toBe(200)
  })

  test('password and email change with the four fields of the specification alone within five minutes of a sign-in [S-610]', async () => {
    const { update, signIn, email } = await createAccount()
    const four = { username: 'Asha K', email, phone: '98765 43210' }

    expect((await update({ ...four, password: NEW_PASSWORD })).statusCode).toBe(200)
    const changed = await update({ ...four, email: newEmail(), password: '' })

    expect(changed.statusCode).toBe(200)
    const { email: changedEmail } = changed.json()
    expect((await signIn({ email: changedEmail, password: NEW_PASSWORD })).statusCode).toBe(200)
  })

  test('password and email of an older sign-in need the current password, and the other fields are saved without it [S-610]', async () => {
    const { update, signIn, browser } = await createAccount()
    await context().clock.advance(301_000)
    const changes = { username: 'Asha K', email: newEmail(), phone: '98765\u00a043210' }

    const refused = await update({ ...changes, password: NEW_PASSWORD })

    const message = 'Please enter your current password to change your email or password.'
    const fields = { currentPassword: message }
    expect(refused.json()).toMatchObject({ statusCode: 403, code: 'FORBIDDEN', message, fields })
    const saved = await readUser(browser)
    expect(saved).toMatchObject({ username: 'Asha K', phone: '98765 43210' })
    expect(saved).not.toMatchObject({ email: changes.email })
    expect((await signIn()).statusCode).toBe(200)
    const proven = { ...changes, password: NEW_PASSWORD, currentPassword: PASSWORD }
    expect((await update(proven)).json()).toMatchObject({ email: changes.email })
  })

  test('refused fields are named with their reasons [S-613]', async () => {
    const { update } = await createAccount()

    const refused = await update({ username: '', phone: 'call me', password: 'short' })

    expect(refused.json()).toMatchObject({
      statusCode: 400,
      fields: {
        username: 'Please enter a username.',
        phone: 'Please enter a valid phone number (10-15 digits).',
        password: 'Please choose a password of 8 to 128 characters.',
      },
    })
    expect((await update({ password: 'password1' })).json()).toMatchObject({
      fields: { password: expect.stringMatching(/^This password is too easy to guess/) },
    })
  })

  test('email changed by several accounts at once is stored once, in lower case', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, createAccount))
    const email = newEmail()

    const responses = await Promise.all(
      accounts.map(({ update }) =>
        update({ email: email.toUpperCase(), currentPassword: PASSWORD }),
      ),
    )

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    const { signIn } = accounts[0] as (typeof accounts)[number]
    expect((await signIn({ email })).statusCode).toBe(200)
  })

  test('concurrent changes of one password succeed once', async () => {
    const { update, signIn } = await createAccount()
    const { other } = await signIn()
    const passwords = ['the first new one', 'the second new one'] as const
    const changes = (password: string) => ({ password, currentPassword: PASSWORD })

    const responses = await Promise.all([
      update(changes(passwords[0])),
      update(changes(passwords[1]), other),
    ])

    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
    const signIns = await Promise.all(passwords.map((password) => signIn({ password })))
    expect(signIns.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401])
  })

  test('deleted account leaves no personal data and its booked seats stay sold', async () => {
    const { ctx } = context()
    const { app, browser, userId, signIn, email } = await createAccount()
    const { other } = await signIn()
    const show = await createShowtime(ctx)
    const { showtimeId } = show
    const [booked, held] = show.seats as [string, string]
    const [slot] = show.twoWheelers as [string]
    await book(ctx, {
      userId,
      email,
      holder: 'holder',
      key: 'a key of the client',
      request: bookingRequest(show, userId, {
        parkingSlotIds: [slot],
        parkingSlots: [{ slotId: slot, vehicleNumber: 'TN01AB1234' }],
        totalCost: 200,
      }),
    })
    const [holder = ''] = browser.jar.get('marquee_visitor_3000')?.value.split('.') ?? []
    await holdPlaces(ctx, { showtimeId, holder, placeIds: [held] })

    const response = await browser.call('DELETE', `/api/user/delete/${userId}`)

    expect(response.json()).toMatchObject({ success: true })
    expect([...browser.jar.keys()]).toEqual(['marquee_visitor_3000'])
    expect(await readUser(other)).toBeNull()
    expect((await signIn()).statusCode).toBe(401)
    const bookedPlaces = await ctx.db
      .selectFrom('bookings')
      .innerJoin('booking_places', 'booking_id', 'bookings.id')
      .select(['user_id', 'phone', 'idempotency_key', 'request_hash', 'vehicle_number'])
      .where('showtime_id', '=', showtimeId)
      .execute()
    const anonymous = {
      user_id: null,
      phone: null,
      idempotency_key: null,
      request_hash: '',
      vehicle_number: null,
    }
    expect(bookedPlaces).toEqual([anonymous, anonymous])
    const { claims } = await readSeatMap(ctx, showtimeId)
    expect([...claims.keys()].toSorted()).toEqual([booked, slot].toSorted())
    expect(context().publishedShowtimes).toContain(showtimeId)
    const signUp = { email, password: PASSWORD, username: 'Asha' }
    expect((await createBrowser(app).post('/api/auth/signup', signUp)).statusCode).toBe(200)
  })
})
