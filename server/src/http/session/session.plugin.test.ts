import { expect, test } from 'vitest'
import { readConfig } from '#src/config/config.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const ACCOUNT = { email: 'asha@example.com', password: 'a train, stolen' }

async function signIn(app: Parameters<typeof createBrowser>[0]) {
  const browser = createBrowser(app)
  await browser.post('/api/auth/signup', { ...ACCOUNT, username: 'Asha' })
  const response = await browser.post('/api/auth/signin', ACCOUNT)
  return { browser, cookies: cookiesOf(response) }
}

/** The cookies that a response sets, without their values. */
const cookiesOf = ({ headers }: Awaited<ReturnType<ReturnType<typeof createBrowser>['get']>>) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.replace(/=[^;]*/, '').replace(/ Expires=[^;]*;/, ''))
    .toSorted()

describeDatabases('session cookies', (context) => {
  test.each([
    [
      'http://localhost:3000',
      'marquee_access_3000; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
      'marquee_browser_3000; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax',
      'marquee_refresh_3000; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax',
    ],
    [
      'https://cinema.example',
      '__Host-marquee_access; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-marquee_browser; Max-Age=34560000; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-marquee_refresh; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax',
    ],
  ])(
    'session cookies at %s have flags for their use and are cleared with the same flags [R-6.6]',
    async (...row) => {
      const [PUBLIC_URL, access, browserCookie, refresh] = row
      const config = readConfig({ ...context().environment, PUBLIC_URL })
      const { app } = await createTestApp({ ...context().ctx, config })
      const { browser, cookies } = await signIn(app)

      expect(cookies).toEqual([access, browserCookie, refresh])
      expect((await browser.get('/api/auth/session')).json().user).not.toBeNull()
      const signOut = await browser.post('/api/auth/signout')
      const cleared = [access, refresh].map((cookie) => cookie.replace(/Max-Age=\d+/, 'Max-Age=0'))
      expect(cookiesOf(signOut)).toEqual(expect.arrayContaining(cleared))
      expect([...browser.jar.keys()]).toEqual([
        expect.stringContaining('marquee_visitor'),
        expect.stringContaining('marquee_browser'),
      ])
    },
  )

  test('two installations on one host name do not sign each other out [S-590]', async () => {
    const createSite = async (environment: Record<string, string>) => {
      const config = readConfig({ ...context().environment, ...environment })
      return (await createTestApp({ ...context().ctx, config })).app
    }
    for (const [one, two] of [
      [{ PUBLIC_URL: 'http://localhost:3000' }, { PUBLIC_URL: 'http://localhost:3002' }],
      [
        { PUBLIC_URL: 'https://cinema.example', COOKIE_SUFFIX: 'live' },
        { PUBLIC_URL: 'https://cinema.example:8443', COOKIE_SUFFIX: 'test' },
      ],
    ] as const) {
      const first = await signIn(await createSite(one))
      const jar = new Map(first.browser.jar)
      const other = await createSite(two)
      const { browser } = await signIn(other)

      for (const [name, cookie] of browser.jar) jar.set(name, cookie)
      for (const [name, cookie] of jar) first.browser.jar.set(name, cookie)
      expect((await first.browser.get('/api/auth/session')).json().user).not.toBeNull()
      await first.browser.post('/api/auth/signout')
      for (const [name, cookie] of first.browser.jar) browser.jar.set(name, cookie)
      expect((await browser.get('/api/auth/session')).json().user).not.toBeNull()
    }
  })

  test('of concurrent requests are each resolved to their own session', async () => {
    const { app, sessions } = await createTestApp(context().ctx)
    const browsers = await Promise.all([signIn(app), signIn(app), signIn(app)])
    const headers = browsers.map(({ browser }) => ({ cookie: browser.cookiesFor('/') }))
    const one = await Promise.all(headers.map((each) => sessions.find(each)))
    const again = await Promise.all(headers.toReversed().map((each) => sessions.find(each)))

    expect(new Set(one.map((session) => session?.sessionId)).size).toBe(3)
    expect(again).toEqual(one.toReversed())
  })
})
