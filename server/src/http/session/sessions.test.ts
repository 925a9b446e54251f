import { SESSION_ENDED } from '@marquee/contract/accounts/session'
import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeDatabases('sessions', (context) => {
  async function signIn() {
    const { app, sessions } = await createTestApp(context().ctx)
    const browser = createBrowser(app)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a train, stolen' }
    await browser.post('/api/auth/signup', { ...account, username: 'Asha' })
    const { user } = (await browser.post('/api/auth/signin', account)).json()
    const hasSession = async () =>
      (await sessions.find({ cookie: browser.cookiesFor('/api/movies') })) !== null
    return { app, browser, account, userId: user._id as string, hasSession }
  }
  type Browser = ReturnType<typeof createBrowser>

  const renew = (browser: Browser, userId: string, headers?: Record<string, string>) =>
    browser.post('/api/auth/refresh-token', { userId }, headers)
  const cookiesOf = (browser: Browser) => ({
    cookie: browser.cookiesFor('/api/auth/refresh-token'),
  })
  /** The access and refresh token of a browser. */
  const tokensIn = ({ jar }: Browser) =>
    `${jar.get('marquee_access_3000')?.value} ${jar.get('marquee_refresh_3000')?.value}`
  const readUser = async (browser: Browser) => (await browser.get('/api/auth/session')).json().user
  const tokensOf = (userId: string) =>
    context()
      .ctx.db.selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .where('user_id', '=', userId)
      .selectAll('refresh_tokens')
      .execute()

  test('session of a user with a confirmed email is confirmed, one with an unconfirmed email is not, even with Google', async () => {
    const { db } = context().ctx
    const isConfirmed = async ({ browser }: { browser: Browser }) => {
      const { sessions } = await createTestApp(context().ctx)
      return (await sessions.find({ cookie: browser.cookiesFor('/api/movies') }))?.isConfirmed
    }
    const confirmed = await signIn()
    const google = await signIn()
    const other = await signIn()
    await db
      .updateTable('users')
      .set({ email_confirmed_at: 1 })
      .where('id', '=', confirmed.userId)
      .execute()
    const identity = { issuer: 'issuer', subject: 'asha', user_id: google.userId }
    await db.insertInto('identities').values(identity).execute()

    expect(await isConfirmed(confirmed)).toBe(true)
    expect(await isConfirmed(google)).toBe(false)
    expect(await isConfirmed(other)).toBe(false)
  })

  test.each([
    ['refresh call', renew],
    ['session call', readUser],
  ])('access token expires after 15 minutes and the %s renews it', async (_, act) => {
    const { browser, userId, hasSession } = await signIn()
    await context().clock.advance(15 * MINUTE - 5000)
    expect(await hasSession()).toBe(true)
    await context().clock.advance(5001)
    expect(await hasSession()).toBe(false)

    await act(browser, userId)

    expect(await hasSession()).toBe(true)
  })

  test('session after thirty days is refused by both calls, which clear the cookies [R-4.28]', async () => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    await context().clock.advance(30 * DAY + 1000)

    const session = await createBrowser(app).get('/api/auth/session', copy)
    const refresh = await renew(browser, userId)

    expect(session.json()).toEqual({ user: null })
    expect(session.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^marquee_access_3000=;/),
    )
    expect(refresh.statusCode).toBe(401)
    expect(refresh.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: SESSION_ENDED })
    expect([...browser.jar.keys()]).toEqual(['marquee_visitor_3000', 'marquee_browser_3000'])
  })

  test('concurrent refreshes of several tabs all succeed', async () => {
    const { app, browser, userId } = await signIn()
    const shared = cookiesOf(browser)
    const tabs = Array.from({ length: 4 }, () => createBrowser(app))

    const responses = await Promise.all(tabs.map((tab) => renew(tab, userId, shared)))

    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    for (const tab of tabs) expect(await readUser(tab)).toMatchObject({ _id: userId })
  })

  test('concurrent refreshes of several tabs on two nodes give all of them the same new tokens', async () => {
    const { app, browser, userId } = await signIn()
    const node = await createTestApp(createNodeContext(context().ctx))
    const shared = cookiesOf(browser)
    const tabs = Array.from({ length: 8 }, (_, n) => createBrowser(n % 2 ? app : node.app))

    const responses = await Promise.all(tabs.map((tab) => renew(tab, userId, shared)))

    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(new Set(tabs.map(tokensIn)).size).toBe(1)
    expect(await tokensOf(userId)).toHaveLength(2)
    await node.app.close()
  })

  test('copy of a used refresh token gets the same next tokens, and its later use ends the session for both', async () => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    await renew(browser, userId)
    const thief = createBrowser(app)
    thief.jar.set(
      'marquee_visitor_3000',
      browser.jar.get('marquee_visitor_3000') ?? { value: '', path: '/' },
    )
    await renew(thief, userId, copy)
    expect(tokensIn(thief)).toBe(tokensIn(browser))

    await context().clock.advance(14 * MINUTE)
    expect((await renew(browser, userId)).statusCode).toBe(200)
    await context().clock.advance(MINUTE)

    expect((await renew(thief, userId)).statusCode).toBe(401)
    expect((await renew(browser, userId)).statusCode).toBe(401)
    expect(await readUser(browser)).toBeNull()
  })

  test('refresh token with another visitor cookie or none is refused and ends the session [S-142]', async () => {
    for (const cookie of ['another', undefined]) {
      const { app, browser, userId } = await signIn()
      const stranger = createBrowser(app)
      if (cookie) await stranger.get('/api/movies')
      const refresh = browser.jar.get('marquee_refresh_3000')
      if (refresh) stranger.jar.set('marquee_refresh_3000', refresh)

      expect(await readUser(stranger)).toBeNull()
      expect((await renew(browser, userId)).statusCode).toBe(401)
    }
  })

  test('used refresh token works again within 30 s of its first use, however often it is used', async () => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await renew(createBrowser(app), userId, copy)).statusCode)
      await context().clock.advance(20_000)
    }

    expect(statuses).toEqual([200, 200, 401])
  })

  test.each<[string, (browser: Browser) => unknown]>([
    ['with an expired access token', () => context().clock.advance(16 * MINUTE)],
    ['without a refresh token', ({ jar }) => jar.delete('marquee_refresh_3000')],
  ])('sign-out %s ends the session and clears the cookies', async (_, prepare) => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    await prepare(browser)

    expect((await browser.post('/api/auth/signout')).json()).toMatchObject({ success: true })

    expect([...browser.jar.keys()]).toEqual(['marquee_visitor_3000', 'marquee_browser_3000'])
    expect((await createBrowser(app).get('/api/auth/session', copy)).json()).toEqual({ user: null })
    expect((await renew(createBrowser(app), userId, copy)).statusCode).toBe(401)
  })

  test('refresh deletes expired tokens, and sign-in deletes expired sessions', async () => {
    const { browser, account, userId } = await signIn()
    for (let count = 0; count < 3; count += 1) {
      await context().clock.advance(20 * DAY)
      expect((await renew(browser, userId)).statusCode).toBe(200)
    }
    expect(await tokensOf(userId)).toHaveLength(2)

    await context().clock.advance(31 * DAY)
    await browser.post('/api/auth/signin', account)

    expect(await tokensOf(userId)).toHaveLength(1)
  })
})
