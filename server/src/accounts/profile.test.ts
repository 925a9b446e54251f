import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { book } from '../bookings/bookings.service.ts'
import type { UserRow } from '../database/schema.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readSeatMap } from '../inventory/seat-map.ts'
import { updateUser, userById } from './accounts.sql.ts'

const PASSWORD = 'a train, stolen'

describeDatabases('an account', (world) => {
  const anAddress = () => `${crypto.randomUUID()}@example.com`

  async function signedIn() {
    const { app } = await createTestApp(world().ctx)
    const browser = createBrowser(app)
    const account = { email: anAddress(), password: PASSWORD }
    await browser.post('/api/auth/signup', { ...account, username: 'Asha' })
    const { user } = (await browser.post('/api/auth/signin', account)).json()
    const userId = user._id as string
    const another = async (password = PASSWORD, email = account.email) => {
      const elsewhere = createBrowser(app)
      const answer = await elsewhere.post('/api/auth/signin', { email, password })
      return { elsewhere, statusCode: answer.statusCode }
    }
    const update = (changes: object) => browser.post(`/api/user/update/${userId}`, changes)
    return { app, browser, account, userId, another, update }
  }
  const whoIs = async (browser: ReturnType<typeof createBrowser>) =>
    (await browser.get('/api/auth/session')).json().user

  test('name and phone change without a password, and no other session ends', async () => {
    const { update, another, browser, account } = await signedIn()
    const { elsewhere } = await another()

    const answer = await update({
      username: ' Asha K ',
      email: account.email,
      phone: '+91 98765 43210',
      password: '',
    })

    expect(answer.json()).toMatchObject({ username: 'Asha K', phone: '+91 98765 43210' })
    expect(await whoIs(browser)).toEqual(answer.json())
    expect(await whoIs(elsewhere)).toEqual(answer.json())
  })

  test.each(['', null])(
    'the phone is taken away by %j and kept by leaving it out',
    async (none) => {
      const { update } = await signedIn()
      await update({ phone: '9876543210' })

      expect((await update({ username: 'Asha' })).json().phone).toBe('9876543210')
      expect((await update({ phone: none })).json().phone).toBeNull()
    },
  )

  test('of changes made at the same moment none undoes another', async () => {
    const { browser, userId } = await signedIn()
    const { db } = world().ctx
    const before = (await userById(db, userId)) as UserRow

    await updateUser(db, before, { username: 'Asha Raman' })
    await updateUser(db, before, { phone: '9876543210' })

    expect(await whoIs(browser)).toMatchObject({ username: 'Asha Raman', phone: '9876543210' })
  })

  test('another phone is one that nobody has verified', async () => {
    const { update, userId } = await signedIn()
    await update({ phone: '9876543210' })
    await world()
      .ctx.db.updateTable('users')
      .set({ phone_verified: 1 })
      .where('id', '=', userId)
      .execute()

    expect((await update({ phone: '9876543210' })).json().phoneVerified).toBe(true)
    expect((await update({ phone: '9876543211' })).json().phoneVerified).toBe(false)
  })

  test('a phone that is none is refused in the words of the booking', async () => {
    const { update } = await signedIn()

    const answer = await update({ phone: '----------' })

    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('Please enter a valid phone number (10-15 digits).')
  })

  test.each([
    ['another e-mail', () => ({ email: anAddress() })],
    ['another password', () => ({ password: 'another one entirely' })],
  ])('%s needs the current password', async (_, change) => {
    const { update, another } = await signedIn()

    const without = await update(change())
    const wrong = await update({ ...change(), currentPassword: 'not this one' })

    expect([without.statusCode, wrong.statusCode]).toEqual([403, 403])
    expect(without.json()).toMatchObject({ success: false, code: 'FORBIDDEN' })
    expect(without.json().message).toContain('current password')
    expect((await another()).statusCode).toBe(200)
  })

  test('another password ends every session but the one that changed it, whose tokens are new', async () => {
    const { app, browser, update, another } = await signedIn()
    const { elsewhere } = await another()
    const copy = { cookie: browser.cookiesFor('/api/auth/session') }

    await update({ password: 'another one entirely', currentPassword: PASSWORD })

    expect(await whoIs(browser)).toMatchObject({ username: 'Asha' })
    expect(await whoIs(elsewhere)).toBeNull()
    expect((await createBrowser(app).get('/api/auth/session', copy)).json()).toEqual({ user: null })
    expect((await another()).statusCode).toBe(401)
    expect((await another('another one entirely')).statusCode).toBe(200)
  })

  test('another e-mail is written small and signs in from then on', async () => {
    const { update, another } = await signedIn()
    const email = anAddress()

    const answer = await update({ email: email.toUpperCase(), currentPassword: PASSWORD })

    expect(answer.json().email).toBe(email)
    expect((await another(PASSWORD, email)).statusCode).toBe(200)
  })

  test('an address that belongs to somebody else stays theirs', async () => {
    const { update, browser, account } = await signedIn()
    const other = await signedIn()

    const answer = await update({ email: other.account.email, currentPassword: PASSWORD })

    expect(answer.statusCode).toBe(409)
    expect(answer.json().code).toBe('EMAIL_TAKEN')
    expect(await whoIs(browser)).toMatchObject({ email: account.email })
  })

  test('of two accounts that reach for one address at once, exactly one gets it', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, signedIn))
    const email = anAddress()

    const answers = await Promise.all(
      all.map(({ update }) => update({ email, currentPassword: PASSWORD })),
    )

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
  })

  test('of two changes that both know the old password, one is made and the other told', async () => {
    const { app, update, another, userId } = await signedIn()
    const { elsewhere } = await another()
    const changes = (password: string) => ({ password, currentPassword: PASSWORD })

    const answers = await Promise.all([
      update(changes('the first new one')),
      elsewhere.post(`/api/user/update/${userId}`, changes('the second new one')),
    ])

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
    const first = (await another('the first new one')).statusCode
    const second = (await another('the second new one')).statusCode
    expect([first, second].toSorted()).toEqual([200, 401])
    await app.close()
  })

  test('an account without a password proves itself by its session alone', async () => {
    const { update, userId, another } = await signedIn()
    await world()
      .ctx.db.updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', userId)
      .execute()

    const answer = await update({ password: 'the first of its own' })

    expect(answer.json()).toMatchObject({ hasPassword: true })
    expect((await another('the first of its own')).statusCode).toBe(200)
  })

  test.each(['update', 'delete'])(
    'nobody can %s another account, whether or not there is one',
    async (verb) => {
      const { app, browser } = await signedIn()
      const other = await signedIn()
      const method = verb === 'update' ? 'POST' : 'DELETE'
      const body = verb === 'update' ? { username: 'Mallory' } : undefined
      const on = (who: typeof browser, userId: string) =>
        who.call(method, `/api/user/${verb}/${userId}`, body)

      const existing = await on(browser, other.userId)
      const invented = await on(browser, 'nobody')

      expect(existing.statusCode).toBe(403)
      expect({ ...existing.json(), requestId: '' }).toEqual({ ...invented.json(), requestId: '' })
      expect((await on(createBrowser(app), other.userId)).statusCode).toBe(401)
      expect(await whoIs(other.browser)).toMatchObject({ username: 'Asha' })
    },
  )

  test('who deletes an account leaves nothing personal behind, and what was sold stays sold', async () => {
    const { ctx } = world()
    const { app, browser, userId, another, account } = await signedIn()
    const { elsewhere } = await another()
    const show = await createShowtime(ctx)
    const [seat, held] = show.seats as [string, string]
    const [slot] = show.twoWheelers as [string]
    const booking = await book(ctx, {
      userId,
      holder: 'whoever',
      key: 'a key of the client',
      request: {
        movieId: show.movieId,
        showtimeId: show.showtimeId,
        userId,
        seatIds: [seat],
        parkingSlotIds: [slot],
        parkingSlots: [{ slotId: slot, vehicleNumber: 'TN01AB1234' }],
        totalCost: 200,
        phone: '9876543210',
      },
    })
    const [holder = ''] = browser.jar.get('marquee_holder')?.value.split('.') ?? []
    await holdPlaces(ctx, { showtimeId: show.showtimeId, holder, placeIds: [held] })

    const answer = await browser.call('DELETE', `/api/user/delete/${userId}`)

    expect(answer.json()).toMatchObject({ success: true })
    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
    expect(await whoIs(elsewhere)).toBeNull()
    expect((await another()).statusCode).toBe(401)
    const books = await ctx.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', booking._id)
      .execute()
    expect(books).toEqual([
      expect.objectContaining({
        user_id: null,
        phone: null,
        idempotency_key: null,
        request_hash: '',
      }),
    ])
    const places = await ctx.db
      .selectFrom('booking_places')
      .selectAll()
      .where('booking_id', '=', booking._id)
      .execute()
    expect(places.map(({ vehicle_number }) => vehicle_number)).toEqual([null, null])
    const { claims } = await readSeatMap(ctx, show.showtimeId)
    expect([...claims.keys()].toSorted()).toEqual([seat, slot].toSorted())
    expect(world().publishedShowtimes).toContain(show.showtimeId)
    const again = await createBrowser(app).post('/api/auth/signup', {
      ...account,
      username: 'Asha',
    })
    expect(again.statusCode).toBe(200)
  })
})
