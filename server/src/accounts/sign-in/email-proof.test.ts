import { beforeAll, expect, test } from 'vitest'
import { correctEmail } from '#src/bookings/list/staff-bookings.service.ts'
import type { App } from '#src/http/route.ts'
import { sendDueMails } from '#src/messages/mail/send-mails.service.ts'
import { bookingRequest, createShowtime } from '#test/support/makers.ts'
import { refuseFor } from '#test/support/refuse-mails.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PASSWORD = 'a train, stolen'
const NEW_PASSWORD = 'a train, returned'
const INVALID_LINK = 'This link is not valid any more. Please ask for a new one.'

describeDatabases(
  'email proof',
  (context) => {
    let app: App
    let people = 0
    beforeAll(async () => {
      app = (await createTestApp(context().ctx)).app
    })

    const newBrowser = () => createBrowser(app)
    type Browser = ReturnType<typeof newBrowser>
    const post = (path: string, body?: object, browser = newBrowser()) =>
      browser.post(`/api/auth/${path}`, body)
    const signIn = (email: string, password = PASSWORD, browser = newBrowser()) =>
      post('signin', { email, password }, browser)
    const readUser = async (browser: Browser) =>
      (await browser.get('/api/auth/session')).json().user

    async function register() {
      people += 1
      const email = `visitor-${people}@example.com`
      await post('signup', { username: 'Asha', email, password: PASSWORD })
      const browser = newBrowser()
      await signIn(email, PASSWORD, browser)
      return { email, browser }
    }

    const mailsTo = async (email: string) =>
      (await context().sentMails()).filter(({ to }) => to === email)
    /** The token of the newest link to a page. */
    async function linkOf(email: string, page: string) {
      const pattern = new RegExp(`http://localhost:3000/${page}#[\\w-]{43}(?=\\s|$)`)
      const links = (await mailsTo(email)).flatMap(({ text }) => text.match(pattern) ?? [])
      const link = links.at(-1) ?? ''
      expect(link).not.toBe('')
      return link.split('#')[1] ?? ''
    }
    async function confirmed() {
      const registered = await register()
      const token = await linkOf(registered.email, 'confirm-email')
      expect((await post('confirm-email', { token }, registered.browser)).statusCode).toBe(200)
      return registered
    }
    async function resetLink(email: string) {
      await post('forgot-password', { email })
      return linkOf(email, 'reset-password')
    }
    const statusOf = (password: string, email: string) =>
      signIn(email, password).then(({ statusCode }) => statusCode)

    test('a changed email replaces the address that staff has corrected, and gets its refused mails once it is confirmed [S-662]', async () => {
      const { ctx } = context()
      const { email, browser } = await register()
      const { _id: userId } = await readUser(browser)
      const order = bookingRequest(await createShowtime(ctx), userId)
      const { booking } = (await browser.post('/api/bookings', order)).json()
      const own = { reference: booking.bookingReference, deviceId: 'counter' }
      await correctEmail(ctx, own, 'nobody@example.com')
      await sendDueMails({ ...ctx, deliverMail: refuseFor('nobody@example.com') })
      const changed = email.replace('.com', '.org')
      await browser.post(`/api/user/update/${userId}`, {
        email: changed,
        currentPassword: PASSWORD,
      })
      const kinds = async () => (await mailsTo(changed)).map(({ kind }) => kind)
      expect(await kinds()).toEqual(['account'])

      await post('confirm-email', { token: await linkOf(changed, 'confirm-email') }, browser)

      expect(await kinds()).toEqual(['account', 'booking'])
      const contacts = ctx.db.selectFrom('bookings').select('contact_email')
      expect(await contacts.where('id', '=', booking._id).execute()).toEqual([
        { contact_email: null },
      ])
    })

    test('a confirmation link works once, and only its hash is stored [S-160]', async () => {
      const { email, browser } = await register()
      expect(await readUser(browser)).toMatchObject({ email, emailConfirmed: false })
      const token = await linkOf(email, 'confirm-email')
      const stored = await context().ctx.db.selectFrom('email_tokens').selectAll().execute()
      expect(JSON.stringify(stored)).not.toContain(token)

      const responses = await Promise.all(
        [1, 2].map(() => post('confirm-email', { token }, browser)),
      )

      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
      expect(await readUser(browser)).toMatchObject({ emailConfirmed: true })
    })

    test('a confirmation link is refused after 24 hours, for another purpose, and after a change of email [S-160]', async () => {
      const { email, browser } = await register()
      const { _id } = await readUser(browser)
      const token = await linkOf(email, 'confirm-email')
      const refused = async (path: string, body: object) =>
        expect((await post(path, body)).json()).toMatchObject({
          statusCode: 400,
          message: INVALID_LINK,
        })

      await refused('reset-password', { token, password: NEW_PASSWORD })
      await refused('confirm-email', { token: 'unknown' })
      const changes = { email: `new-${email}`, currentPassword: PASSWORD }
      await browser.post(`/api/user/update/${_id}`, changes)
      await refused('confirm-email', { token })
      const newToken = await linkOf(changes.email, 'confirm-email')
      await context().clock.advance(24 * HOUR)
      await refused('confirm-email', { token: newToken })
    })

    test('a confirmation mail is sent again, at most five times an hour [S-163]', async () => {
      const { email, browser } = await register()
      const ask = () => post('request-confirmation', undefined, browser)

      const responses = await Promise.all(Array.from({ length: 8 }, ask))

      const codes = responses.map(({ statusCode }) => statusCode)
      expect(codes.filter((code) => code === 200)).toHaveLength(4)
      expect(responses.find(({ statusCode }) => statusCode === 429)?.headers).toHaveProperty(
        'retry-after',
      )
      expect(await mailsTo(email)).toHaveLength(5)
      expect((await post('request-confirmation')).statusCode).toBe(401)
    })

    const subjectsTo = async (email: string) =>
      (await mailsTo(email)).map(({ subject }) => subject.replace('Marquee: ', ''))
    const countResets = async (email: string) =>
      (await subjectsTo(email)).filter((subject) => subject === 'choose a new password').length

    test('sign-ups with a taken email send one mail a day, and leave the reset links to their owner [S-743]', async () => {
      const { email } = await confirmed()
      for (let n = 0; n < 6; n += 1)
        await post('signup', { username: 'M', email, password: NEW_PASSWORD })
      await post('forgot-password', { email })

      expect(await subjectsTo(email)).toEqual([
        ...['please confirm your email', 'you already have an account', 'choose a new password'],
      ])
      await context().clock.advance(24 * HOUR)
      await post('signup', { username: 'M', email, password: NEW_PASSWORD })
      expect((await subjectsTo(email)).at(-1)).toBe('you already have an account')
    })

    test('reset links that others ask for leave those of a browser that has signed in to the account before [S-743]', async () => {
      const { email, browser } = await confirmed()
      const stranger = newBrowser()
      for (let n = 0; n < 7; n += 1) await post('forgot-password', { email }, stranger)
      expect(await countResets(email)).toBe(5)

      for (let n = 0; n < 7; n += 1) await post('forgot-password', { email }, browser)
      expect(await countResets(email)).toBe(10)
    })

    test('browsers that have signed in to an account get twenty reset links an hour together, and leave those of others [S-743]', async () => {
      const { email } = await register()
      const browsers = await Promise.all(
        [1, 2, 3, 4, 5].map(async () => {
          const browser = newBrowser()
          await signIn(email, PASSWORD, browser)
          return browser
        }),
      )

      await Promise.all(
        browsers.flatMap((browser) =>
          [1, 2, 3, 4, 5].map(() => post('forgot-password', { email }, browser)),
        ),
      )
      expect(await countResets(email)).toBe(20)

      await post('forgot-password', { email })
      expect(await countResets(email)).toBe(21)
    })

    test('a further confirmation link of a confirmed account succeeds in any browser and changes nothing [S-744]', async () => {
      const { email, browser } = await register()
      const first = await linkOf(email, 'confirm-email')
      await post('request-confirmation', undefined, browser)
      const second = await linkOf(email, 'confirm-email')
      await post('confirm-email', { token: first }, browser)

      const response = await post('confirm-email', { token: second })

      expect(response.json()).toEqual({ success: true, message: 'Your email is confirmed.' })
      expect(await readUser(browser)).toMatchObject({ emailConfirmed: true })
      const withPassword = { token: second, password: NEW_PASSWORD }
      expect((await post('confirm-email', withPassword)).statusCode).toBe(200)
      expect(await statusOf(PASSWORD, email)).toBe(200)
    })

    test('a confirmation link without the session of its account ends its sessions and confirms only with a new password [S-744]', async () => {
      const { email, browser: squatter } = await register()
      const { _id } = await readUser(squatter)
      const { db } = context().ctx
      const identity = { issuer: 'https://accounts.example.com', subject: email, user_id: _id }
      await db.insertInto('identities').values(identity).execute()
      const token = await linkOf(email, 'confirm-email')
      const other = await register()

      for (const browser of [newBrowser(), other.browser]) {
        const response = await post('confirm-email', { token }, browser)
        expect(response.json()).toMatchObject({ success: true, passwordNeeded: true })
      }
      expect(await readUser(squatter)).toBeNull()
      await signIn(email, PASSWORD, squatter)
      expect(await readUser(squatter)).toMatchObject({ emailConfirmed: false })

      const confirm = (password: string) => post('confirm-email', { token, password })
      expect((await confirm('aaaaaaaa')).statusCode).toBe(400)
      const responses = await Promise.all([1, 2].map(() => confirm(NEW_PASSWORD)))
      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
      expect(await readUser(squatter)).toBeNull()
      expect(await statusOf(PASSWORD, email)).toBe(401)
      const owner = newBrowser()
      await signIn(email, NEW_PASSWORD, owner)
      expect(await readUser(owner)).toMatchObject({ _id, emailConfirmed: true })
      const identities = db.selectFrom('identities').selectAll().where('user_id', '=', _id)
      expect(await identities.execute()).toEqual([])
    })

    test('a forgotten password has the same response for every email [S-162]', async () => {
      const { email } = await confirmed()
      const responses = await Promise.all(
        [email, 'unknown@example.com'].map((each) => post('forgot-password', { email: each })),
      )

      expect(responses[0]?.json()).toEqual(responses[1]?.json())
      expect(await mailsTo('unknown@example.com')).toEqual([])
    })

    test('a reset link sets the password once and ends all sessions', async () => {
      const { email, browser } = await confirmed()
      const { _id } = await readUser(browser)
      const token = await resetLink(email)
      const reset = (password: string) => post('reset-password', { token, password })

      const responses = await Promise.all([reset(NEW_PASSWORD), reset(NEW_PASSWORD)])

      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
      expect(await readUser(browser)).toBeNull()
      expect(await statusOf(PASSWORD, email)).toBe(401)
      const again = newBrowser()
      await signIn(email, NEW_PASSWORD, again)
      expect((await readUser(again))._id).toBe(_id)
    })

    test('a reset link is refused after 30 minutes and after another one was used [S-160]', async () => {
      const { email } = await confirmed()
      const [first, second] = [await resetLink(email), await resetLink(email)]
      const reset = async (token: string) =>
        (await post('reset-password', { token, password: NEW_PASSWORD })).statusCode

      expect(await reset(second)).toBe(200)
      expect(await reset(first)).toBe(400)
      const late = await resetLink(email)
      await context().clock.advance(30 * MINUTE)
      expect(await reset(late)).toBe(400)
    })

    test('a reset link of an unconfirmed account gives its owner a new account, and the old one keeps its bookings [S-161]', async () => {
      const { email, browser } = await register()
      const { _id: oldId } = await readUser(browser)
      const showtime = await createShowtime(context().ctx)
      const booked = await browser.post('/api/bookings', bookingRequest(showtime, oldId))
      expect(booked.statusCode).toBe(200)
      const token = await resetLink(email)

      await post('reset-password', { token, password: NEW_PASSWORD })

      expect(await readUser(browser)).toBeNull()
      expect(await statusOf(PASSWORD, email)).toBe(401)
      const owner = newBrowser()
      await signIn(email, NEW_PASSWORD, owner)
      const user = await readUser(owner)
      expect(user).toMatchObject({ email, emailConfirmed: true })
      expect((await owner.get(`/api/bookings/user/${user._id}`)).json()).toEqual([])
      const { db } = context().ctx
      const bookings = await db
        .selectFrom('bookings')
        .select('user_id')
        .where('reference', '=', booked.json().booking.bookingReference)
        .execute()
      expect(bookings).toEqual([{ user_id: oldId }])
    })

    test('sign-up with a taken email tells its owner by email', async () => {
      const { email } = await confirmed()

      const response = await post('signup', { username: 'M', email, password: NEW_PASSWORD })

      expect(response.json()).toMatchObject({ statusCode: 409, code: 'EMAIL_TAKEN' })
      expect((await mailsTo(email)).at(-1)).toMatchObject({
        subject: 'Marquee: you already have an account',
        text: expect.stringContaining('http://localhost:3000/forgot-password'),
      })
      expect(await statusOf(PASSWORD, email)).toBe(200)
    })
  },
  { RATE_LIMITS: 'off' },
)
