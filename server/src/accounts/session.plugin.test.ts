import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { ownUser, signedIn } from './session.plugin.ts'

test('whoever is signed out is asked to sign in, whoever names another is refused', () => {
  const asha = { userId: 'asha' }
  const nobody = { userId: null }

  expect(signedIn(asha)).toBe('asha')
  expect(ownUser(asha, 'asha')).toBe('asha')
  expect(() => ownUser(asha, 'ravi')).toThrow(expect.objectContaining({ statusCode: 403 }))
  expect(() => signedIn(nobody)).toThrow(expect.objectContaining({ statusCode: 401 }))
  expect(() => ownUser(nobody, 'asha')).toThrow(expect.objectContaining({ statusCode: 401 }))
})

const ACCOUNT = { email: 'asha@example.com', password: 'a train, stolen' }

const signIn = async (app: Parameters<typeof createBrowser>[0]) => {
  const browser = createBrowser(app)
  await browser.post('/api/auth/signup', { ...ACCOUNT, username: 'Asha' })
  const { headers } = await browser.post('/api/auth/signin', ACCOUNT)
  const lines = [headers['set-cookie'] ?? []].flat()
  const cookie = (name: string) =>
    lines.find((line) => line.startsWith(`${name}=`))?.replace(/=[^;]*/, '')
  return { browser, cookie }
}

describeDatabases('the cookies of a session', (world) => {
  test('no script reads them, no other site sends them, and the long-lived one goes nowhere else [R-6.6]', async () => {
    const { app } = await createTestApp(world().ctx)
    const { cookie } = await signIn(app)

    expect(cookie('marquee_access')).toBe(
      'marquee_access; Max-Age=900; Path=/; HttpOnly; SameSite=Lax',
    )
    expect(cookie('marquee_refresh')).toBe(
      'marquee_refresh; Max-Age=2592000; Path=/api/auth; HttpOnly; SameSite=Lax',
    )
  })

  test('a socket knows by the same cookies who comes', async () => {
    const { app, sessions } = await createTestApp(world().ctx)
    const { browser } = await signIn(app)
    const headers = { cookie: browser.cookiesFor('/socket.io/') }

    expect(await sessions.whoIs(headers)).toEqual({
      userId: expect.any(String),
      sessionId: expect.any(String),
    })
    expect(await sessions.whoIs({})).toBeNull()
    await browser.post('/api/auth/signout')
    expect(await sessions.whoIs(headers)).toBeNull()
  })
})

describeDatabases(
  'the cookies of a session over https',
  (world) => {
    test('travel encrypted only, under names that no neighbour can set, and are cleared alike', async () => {
      const { app } = await createTestApp(world().ctx)
      const { browser, cookie } = await signIn(app)

      expect(cookie('__Host-marquee_access')).toBe(
        '__Host-marquee_access; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax',
      )
      expect(cookie('__Secure-marquee_refresh')).toBe(
        '__Secure-marquee_refresh; Max-Age=2592000; Path=/api/auth; HttpOnly; Secure; SameSite=Lax',
      )
      expect((await browser.get('/api/auth/session')).json().user).not.toBeNull()
      const { headers } = await browser.post('/api/auth/signout')
      for (const line of [headers['set-cookie'] ?? []].flat()) expect(line).toContain('; Secure')
      expect([...browser.jar.keys()]).toEqual(['__Host-marquee_holder'])
    })
  },
  { PUBLIC_URL: 'https://cinema.example' },
)
