import { expect, test } from 'vitest'
import { databaseDigest } from '#test/support/database-digest.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0'

type Browser = ReturnType<typeof createBrowser>

describeDatabases('signed-in devices', (context) => {
  /** An account that is signed in with Chrome. `signIn` signs in with further browsers. */
  async function createAccount() {
    const { app } = await createTestApp(context().ctx)
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'a train, stolen' }
    const signIn = async (userAgent: string, on = app) => {
      const browser = createBrowser(on)
      const response = await browser.post('/api/auth/signin', account, { 'user-agent': userAgent })
      return { browser, userId: response.json().user._id as string }
    }
    await createBrowser(app).post('/api/auth/signup', { ...account, username: 'Asha' })
    return { app, signIn, ...(await signIn(CHROME)) }
  }

  const list = async (browser: Browser) => (await browser.get('/api/auth/sessions')).json()
  const idOf = async (browser: Browser) => (await list(browser))[0]._id as string
  const renew = (browser: Browser, userId: string) =>
    browser.post('/api/auth/refresh-token', { userId })
  const end = (browser: Browser, sessionId: string) =>
    browser.call('DELETE', `/api/auth/sessions/${sessionId}`)
  const endAll = (browser: Browser) => browser.call('DELETE', '/api/auth/sessions')
  const isSignedIn = async (browser: Browser) =>
    (await browser.get('/api/auth/sessions')).statusCode === 200
  const copyOf = ({ jar }: Browser, app: Parameters<typeof createBrowser>[0]) => {
    const copy = createBrowser(app)
    for (const [name, cookie] of jar) copy.jar.set(name, cookie)
    return copy
  }

  test('listSessions returns browser, sign-in and last renewal of each device, the current one first', async () => {
    const { browser: chrome, userId, signIn } = await createAccount()
    const signedInAt = context().clock.now()
    await context().clock.advance(5 * MINUTE)
    const { browser: firefox } = await signIn(FIREFOX)
    await context().clock.advance(5 * MINUTE)
    const { browser: program } = await signIn('a program')
    await context().clock.advance(20 * MINUTE)
    await renew(chrome, userId)

    const devices = await list(chrome)

    expect(devices).toEqual([
      {
        _id: expect.any(String),
        browser: 'Chrome on Windows',
        createdAt: expect.any(String),
        lastSeenAt: expect.any(String),
        isCurrent: true,
      },
      expect.objectContaining({ browser: null, isCurrent: false }),
      expect.objectContaining({ browser: 'Firefox on Android', isCurrent: false }),
    ])
    const [{ createdAt, lastSeenAt }] = devices
    expect(Date.parse(createdAt)).toBe(signedInAt)
    expect(Date.parse(lastSeenAt)).toBe(signedInAt + 30 * MINUTE)
    await renew(firefox, userId)
    await renew(program, userId)
    expect(await idOf(program)).toBe(devices[1]._id)
    expect(await idOf(firefox)).toBe(devices[2]._id)
  })

  test('listSessions and other calls of a signed-in device write nothing', async () => {
    const { browser } = await createAccount()
    const before = await databaseDigest(context().ctx.db)
    await context().clock.advance(2 * MINUTE)

    await list(browser)
    await browser.get('/api/auth/session')

    expect(await databaseDigest(context().ctx.db)).toBe(before)
  })

  test('listSessions returns no session that has ended or can no longer be renewed', async () => {
    const { signIn, browser: expired } = await createAccount()
    await context().clock.advance(29 * DAY)
    const { browser: ended } = await signIn(FIREFOX)
    await ended.post('/api/auth/signout')
    await context().clock.advance(2 * DAY)
    const { browser } = await signIn(FIREFOX)

    expect(await list(browser)).toHaveLength(1)
    expect(await isSignedIn(expired)).toBe(false)
  })

  test('listSessions shows a session of an unknown browser', async () => {
    const { browser, userId } = await createAccount()
    const { db } = context().ctx
    await db.updateTable('sessions').set({ browser: null }).where('user_id', '=', userId).execute()

    const [device] = await list(browser)

    expect(device).toMatchObject({ browser: null, isCurrent: true })
  })

  test('endSession signs out one device at once, on every node, and no other', async () => {
    const { app, browser: chrome, userId, signIn } = await createAccount()
    const { browser: firefox } = await signIn(FIREFOX)
    const node = await createTestApp(createNodeContext(context().ctx))
    const elsewhere = copyOf(firefox, node.app)
    expect(await isSignedIn(elsewhere)).toBe(true)

    const response = await end(chrome, await idOf(firefox))

    expect(response.json()).toEqual({ success: true, message: 'The device is signed out.' })
    for (const browser of [firefox, elsewhere]) {
      expect(await isSignedIn(browser)).toBe(false)
      expect((await renew(browser, userId)).statusCode).toBe(401)
    }
    expect(await list(chrome)).toHaveLength(1)
    expect((await renew(chrome, userId)).statusCode).toBe(200)
    await Promise.all([app.close(), node.app.close()])
  })

  test('endSession of a device that was just signed out succeeds and keeps the time of its end', async () => {
    const { browser: chrome, signIn } = await createAccount()
    const { browser: firefox } = await signIn(FIREFOX)
    const id = await idOf(firefox)
    await firefox.post('/api/auth/signout')
    const before = await databaseDigest(context().ctx.db)
    await context().clock.advance(1000)

    expect((await end(chrome, id)).statusCode).toBe(200)
    expect(await databaseDigest(context().ctx.db)).toBe(before)
  })

  test('endSession of an unknown device returns NOT_FOUND', async () => {
    const { browser } = await createAccount()

    for (const id of [crypto.randomUUID(), "'; drop table sessions; --"]) {
      const response = await end(browser, encodeURIComponent(id))
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND'])
    }
  })

  test('endSession of the current device and endAllSessions clear the session cookies', async () => {
    for (const signOut of [async (by: Browser) => end(by, await idOf(by)), endAll]) {
      const { app, browser } = await createAccount()
      const copy = copyOf(browser, app)

      expect((await signOut(browser)).statusCode).toBe(200)

      expect([...browser.jar.keys()]).toEqual(['marquee_visitor_3000', 'marquee_browser_3000'])
      expect(await isSignedIn(copy)).toBe(false)
    }
  })

  test('endAllSessions signs out every device of the user and of no other user', async () => {
    const { browser: chrome, userId, signIn } = await createAccount()
    const { browser: firefox } = await signIn(FIREFOX)
    const { browser: stranger } = await createAccount()

    const response = await endAll(chrome)

    expect(response.json()).toMatchObject({ message: 'You are signed out on all devices.' })
    expect(await isSignedIn(chrome)).toBe(false)
    expect(await isSignedIn(firefox)).toBe(false)
    expect((await renew(firefox, userId)).statusCode).toBe(401)
    expect(await isSignedIn(stranger)).toBe(true)
    expect((await signIn(CHROME)).userId).toBe(userId)
  })

  test.each([
    ['endSession', async (by: Browser, device: Browser) => end(by, await idOf(device))],
    ['endAllSessions', endAll],
  ])('%s during renewals of the device leaves it signed out', async (_, signOut) => {
    for (let round = 0; round < 5; round += 1) {
      const { app, browser: chrome, userId, signIn } = await createAccount()
      const { browser: firefox } = await signIn(FIREFOX)
      const tabs = Array.from({ length: 4 }, () => copyOf(firefox, app))

      await Promise.all([signOut(chrome, firefox), ...tabs.map((tab) => renew(tab, userId))])

      for (const tab of [firefox, ...tabs]) {
        expect(await isSignedIn(tab)).toBe(false)
        expect((await renew(tab, userId)).statusCode).toBe(401)
      }
    }
  })

  test('concurrent endAllSessions, sign-ins and renewals of a user do not deadlock', async () => {
    const { browser, userId, signIn } = await createAccount()
    const devices = await Promise.all(Array.from({ length: 6 }, () => signIn(FIREFOX)))

    const [statuses, renewal, ...signedIn] = await Promise.all([
      Promise.all(devices.map(async (device) => (await endAll(device.browser)).statusCode)),
      renew(browser, userId),
      signIn(CHROME),
      signIn(CHROME),
    ])

    // Devices that another call has signed out before are refused.
    for (const status of [...statuses, renewal.statusCode]) expect([200, 401]).toContain(status)
    expect(statuses).toContain(200)
    for (const session of signedIn) expect(session.userId).toBe(userId)
  })
})
