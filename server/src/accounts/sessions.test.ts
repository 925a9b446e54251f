import { SESSION_ENDED } from '@marquee/contract/session'
import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeDatabases('sessions', (world) => {
  async function signIn() {
    const { app, sessions } = await createTestApp(world().ctx)
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
  const readUser = async (browser: Browser) => (await browser.get('/api/auth/session')).json().user
  const tokensOf = (userId: string) =>
    world()
      .ctx.db.selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .where('user_id', '=', userId)
      .selectAll('refresh_tokens')
      .execute()

  test.each([
    ['refresh call', renew],
    ['session call', readUser],
  ])('access token expires after 15 minutes and the %s renews it', async (_, act) => {
    const { browser, userId, hasSession } = await signIn()
    await world().clock.advance(15 * MINUTE - 5000)
    expect(await hasSession()).toBe(true)
    await world().clock.advance(5001)
    expect(await hasSession()).toBe(false)

    await act(browser, userId)

    expect(await hasSession()).toBe(true)
  })

  test('session after thirty days is refused by both calls, which clear the cookies [R-4.28]', async () => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    await world().clock.advance(30 * DAY + 1000)

    const session = await createBrowser(app).get('/api/auth/session', copy)
    const refresh = await renew(browser, userId)

    expect(session.json()).toEqual({ user: null })
    expect(session.headers['set-cookie']).toContainEqual(expect.stringMatching(/^marquee_access=;/))
    expect(refresh.statusCode).toBe(401)
    expect(refresh.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: SESSION_ENDED })
    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
  })

  test('concurrent refreshes of several tabs all succeed', async () => {
    const { app, browser, userId } = await signIn()
    const shared = cookiesOf(browser)
    const tabs = Array.from({ length: 4 }, () => createBrowser(app))

    const answers = await Promise.all(tabs.map((tab) => renew(tab, userId, shared)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    for (const tab of tabs) expect(await readUser(tab)).toMatchObject({ _id: userId })
  })

  test('used refresh token works again within 30 s of its first use, however often it is used', async () => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    const statuses: number[] = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await renew(createBrowser(app), userId, copy)).statusCode)
      await world().clock.advance(20_000)
    }

    expect(statuses).toEqual([200, 200, 401])
  })

  test.each<[string, (browser: Browser) => unknown]>([
    ['with an expired access token', () => world().clock.advance(16 * MINUTE)],
    ['without a refresh token', ({ jar }) => jar.delete('marquee_refresh')],
  ])('sign-out %s ends the session and clears the cookies', async (_, prepare) => {
    const { app, browser, userId } = await signIn()
    const copy = cookiesOf(browser)
    await prepare(browser)

    expect((await browser.post('/api/auth/signout')).json()).toMatchObject({ success: true })

    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
    expect((await createBrowser(app).get('/api/auth/session', copy)).json()).toEqual({ user: null })
    expect((await renew(createBrowser(app), userId, copy)).statusCode).toBe(401)
  })

  test('refresh deletes expired tokens, and sign-in deletes expired sessions', async () => {
    const { browser, account, userId } = await signIn()
    for (let count = 0; count < 3; count += 1) {
      await world().clock.advance(20 * DAY)
      expect((await renew(browser, userId)).statusCode).toBe(200)
    }
    expect(await tokensOf(userId)).toHaveLength(2)

    await world().clock.advance(31 * DAY)
    await browser.post('/api/auth/signin', account)

    expect(await tokensOf(userId)).toHaveLength(1)
  })
})
