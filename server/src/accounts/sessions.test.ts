import { SESSION_ENDED } from '@marquee/contract/session'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeDatabases('sessions', (world) => {
  const signedIn = async () => {
    const { app, sessions } = await createTestApp(world().ctx)
    const browser = createBrowser(app)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a train, stolen' }
    await browser.post('/api/auth/signup', { ...account, username: 'Asha' })
    const { user } = (await browser.post('/api/auth/signin', account)).json()
    return { app, sessions, browser, account, userId: user._id as string }
  }
  type Browser = Awaited<ReturnType<typeof signedIn>>['browser']

  const renew = (browser: Browser, userId: string, headers?: Record<string, string>) =>
    browser.post('/api/auth/refresh-token', { userId }, headers)
  const copyOf = (browser: Browser) => ({ cookie: browser.cookiesFor('/api/auth/refresh-token') })
  const whoIs = async (browser: Browser) => (await browser.get('/api/auth/session')).json().user
  const isKnown = ({
    sessions,
    browser,
  }: Pick<Awaited<ReturnType<typeof signedIn>>, 'sessions' | 'browser'>) =>
    sessions.whoIs({ cookie: browser.cookiesFor('/api/movies') })

  test('an access token ends after a quarter of an hour, and the session goes on', async () => {
    const { clock } = world()
    const { browser, sessions, userId } = await signedIn()
    expect(await isKnown({ browser, sessions })).toMatchObject({ userId })

    await clock.advance(15 * MINUTE + 1000)
    expect(await isKnown({ browser, sessions })).toBeNull()
    const answer = await renew(browser, userId)

    expect(answer.json()).toEqual({ success: true })
    expect(await isKnown({ browser, sessions })).toMatchObject({ userId })
  })

  test('whoever asks who they are goes on with a session whose access token has run out', async () => {
    const { browser, sessions, userId } = await signedIn()
    await world().clock.advance(DAY)

    expect(await whoIs(browser)).toMatchObject({ _id: userId })
    expect(await isKnown({ browser, sessions })).toMatchObject({ userId })
  })

  test('after thirty days without a visit the session is over and the cookies are gone [R-4.28]', async () => {
    const { browser, userId } = await signedIn()
    await world().clock.advance(30 * DAY + 1000)

    const answer = await renew(browser, userId)

    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ code: 'UNAUTHENTICATED', message: SESSION_ENDED })
    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
  })

  test('whoever asks with cookies of a session that is over is rid of them', async () => {
    const { browser } = await signedIn()
    await world().clock.advance(31 * DAY)

    expect(await whoIs(browser)).toBeNull()
    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
  })

  test('two tabs that refresh at once both go on', async () => {
    const { app, browser, userId } = await signedIn()
    const shared = copyOf(browser)
    const tabs = Array.from({ length: 4 }, () => createBrowser(app))

    const answers = await Promise.all(tabs.map((tab) => renew(tab, userId, shared)))

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    for (const tab of tabs) expect(await whoIs(tab)).toMatchObject({ _id: userId })
  })

  test('an answer that got lost can be asked for again', async () => {
    const { app, browser, userId } = await signedIn()
    const copy = copyOf(browser)
    await renew(createBrowser(app), userId, copy)
    await world().clock.advance(29_000)

    expect((await renew(browser, userId)).statusCode).toBe(200)
  })

  test('asking again and again does not make the grace any longer', async () => {
    const { app, browser, userId } = await signedIn()
    const copy = copyOf(browser)
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      statuses.push((await renew(createBrowser(app), userId, copy)).statusCode)
      await world().clock.advance(20_000)
    }

    expect(statuses).toEqual([200, 200, 401])
  })

  test('a token that comes back after its grace ends the session for all who hold one', async () => {
    const { app, browser, sessions, userId } = await signedIn()
    const stolen = copyOf(browser)
    await renew(browser, userId)
    await world().clock.advance(31_000)

    const thief = createBrowser(app)
    const answer = await renew(thief, userId, stolen)

    expect(answer.statusCode).toBe(401)
    expect(await isKnown({ browser, sessions })).toBeNull()
    expect((await renew(browser, userId)).statusCode).toBe(401)
  })

  test('a session is renewed in its own name only, and a mistake costs nothing', async () => {
    const { browser, userId } = await signedIn()
    const other = await signedIn()
    const copy = copyOf(browser)

    const existing = await renew(browser, other.userId)
    const invented = await renew(browser, 'nobody')

    expect(existing.statusCode).toBe(403)
    expect({ ...existing.json(), requestId: '' }).toEqual({ ...invented.json(), requestId: '' })
    expect(copyOf(browser)).toEqual(copy)
    await world().clock.advance(MINUTE)
    expect((await renew(browser, userId)).statusCode).toBe(200)
  })

  test('without a token there is nothing to renew', async () => {
    const { app, userId } = await signedIn()

    const without = await renew(createBrowser(app), userId)
    expect(without.statusCode).toBe(401)
    expect(without.headers['set-cookie']).toContainEqual(expect.stringMatching(/^marquee_access=;/))
    expect(
      (await renew(createBrowser(app), userId, { cookie: 'marquee_refresh=x' })).statusCode,
    ).toBe(401)
  })

  test.each(['GET', 'POST'] as const)('%s signs out at once and everywhere', async (method) => {
    const { app, browser, userId } = await signedIn()
    const copy = copyOf(browser)

    const answer = await browser.call(method, '/api/auth/signout')

    expect(answer.json()).toMatchObject({ success: true })
    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
    expect((await createBrowser(app).get('/api/auth/session', copy)).json()).toEqual({ user: null })
    expect((await renew(createBrowser(app), userId, copy)).statusCode).toBe(401)
  })

  test('a session whose access token has run out can be signed out of', async () => {
    const { app, browser, userId } = await signedIn()
    const copy = copyOf(browser)
    await world().clock.advance(16 * MINUTE)

    await browser.post('/api/auth/signout')

    expect((await renew(createBrowser(app), userId, copy)).statusCode).toBe(401)
  })

  test('a session is signed out of by its access token alone', async () => {
    const { app, browser, userId } = await signedIn()
    const copy = copyOf(browser)
    browser.jar.delete('marquee_refresh')

    await browser.post('/api/auth/signout')

    expect((await renew(createBrowser(app), userId, copy)).statusCode).toBe(401)
  })

  test('the database knows no token that anybody could use', async () => {
    const { browser } = await signedIn()
    const token = browser.jar.get('marquee_refresh')?.value as string

    const hashes = await world().ctx.db.selectFrom('refresh_tokens').select('hash').execute()

    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(hashes.map(({ hash }) => hash)).not.toContain(token)
  })

  test('what nobody can come back to is forgotten at the next sign-in', async () => {
    const { browser, account, userId } = await signedIn()
    await world().clock.advance(31 * DAY)

    await browser.post('/api/auth/signin', account)

    const { rows } = await sql<{ n: number }>`
      select count(*) as n from refresh_tokens join sessions on sessions.id = session_id
       where user_id = ${userId}`.execute(world().ctx.db)
    expect(rows).toEqual([{ n: 1 }])
  })

  test('a session that goes on for ever does not grow for ever', async () => {
    const { browser, userId } = await signedIn()
    for (let month = 0; month < 3; month++) {
      await world().clock.advance(20 * DAY)
      expect((await renew(browser, userId)).statusCode).toBe(200)
    }

    const { rows } = await sql<{ n: number }>`
      select count(*) as n from refresh_tokens join sessions on sessions.id = session_id
       where user_id = ${userId}`.execute(world().ctx.db)
    expect(rows).toEqual([{ n: 2 }])
  })
})
