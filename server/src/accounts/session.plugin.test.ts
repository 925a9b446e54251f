import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const ACCOUNT = { email: 'asha@example.com', password: 'a train, stolen' }

async function signIn(app: Parameters<typeof createBrowser>[0]) {
  const browser = createBrowser(app)
  await browser.post('/api/auth/signup', { ...ACCOUNT, username: 'Asha' })
  const { headers } = await browser.post('/api/auth/signin', ACCOUNT)
  const cookies = [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.replace(/=[^;]*/, ''))
    .toSorted()
  return { browser, cookies }
}

describeDatabases('session cookies', (world) => {
  test('are HttpOnly and SameSite, and the refresh token is limited to the auth path [R-6.6]', async () => {
    const { app } = await createTestApp(world().ctx)
    const { cookies } = await signIn(app)

    expect(cookies).toEqual([
      'marquee_access; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
      'marquee_refresh; Max-Age=2592000; Path=/api/auth; HttpOnly; SameSite=Lax',
    ])
  })

  test('of concurrent requests are each resolved to their own session', async () => {
    const { app, sessions } = await createTestApp(world().ctx)
    const browsers = await Promise.all([signIn(app), signIn(app), signIn(app)])
    const headers = browsers.map(({ browser }) => ({ cookie: browser.cookiesFor('/') }))
    const one = await Promise.all(headers.map((each) => sessions.find(each)))
    const again = await Promise.all(headers.toReversed().map((each) => sessions.find(each)))

    expect(new Set(one.map((session) => session?.sessionId)).size).toBe(3)
    expect(again).toEqual(one.toReversed())
  })
})

describeDatabases(
  'session cookies over https',
  (world) => {
    test('are Secure, have name prefixes, and are cleared with the same flags', async () => {
      const { app } = await createTestApp(world().ctx)
      const { browser, cookies } = await signIn(app)

      expect(cookies).toEqual([
        '__Host-marquee_access; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax',
        '__Secure-marquee_refresh; Max-Age=2592000; Path=/api/auth; HttpOnly; Secure; SameSite=Lax',
      ])
      expect((await browser.get('/api/auth/session')).json().user).not.toBeNull()
      const { headers } = await browser.post('/api/auth/signout')
      for (const cookie of [headers['set-cookie'] ?? []].flat()) {
        expect(cookie).toContain('; Secure')
      }
      expect([...browser.jar.keys()]).toEqual(['__Host-marquee_holder'])
    })
  },
  { PUBLIC_URL: 'https://cinema.example' },
)
