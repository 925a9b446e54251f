import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const ASHA = { username: 'Asha', email: 'asha@example.com', password: 'a train, stolen' }

describeDatabases('signing up and in', (world) => {
  const aDoor = async () => (await createTestApp(world().ctx)).app
  const aNewcomer = () => ({ ...ASHA, email: `${crypto.randomUUID()}@example.com` })

  test('who signs up can sign in, and is known afterwards without a token in any body [R-1.5]', async () => {
    const browser = createBrowser(await aDoor())
    const account = aNewcomer()

    const up = await browser.post('/api/auth/signup', account)
    const before = await browser.get('/api/auth/session')
    const signedIn = await browser.post('/api/auth/signin', account)
    const after = await browser.get('/api/auth/session')

    expect(up.json()).toMatchObject({ success: true })
    expect(before.json()).toEqual({ user: null })
    expect(before.headers).not.toHaveProperty('set-cookie')
    expect(signedIn.json()).toMatchObject({ success: true, user: { username: 'Asha' } })
    expect(after.json().user).toEqual({
      _id: expect.any(String),
      username: 'Asha',
      email: account.email,
      phone: null,
      phoneVerified: false,
      profilePicture: '/profile.svg',
      hasPassword: true,
    })
    for (const { value } of browser.jar.values()) expect(signedIn.body).not.toContain(value)
    expect(before.headers['cache-control']).toBe('no-store')
    expect(after.headers['cache-control']).toBe('no-store')
  })

  test('an address belongs to one account, however it is written', async () => {
    const browser = createBrowser(await aDoor())
    const account = aNewcomer()
    await browser.post('/api/auth/signup', account)

    const again = await browser.post('/api/auth/signup', {
      ...account,
      email: ` ${account.email.toUpperCase()} `,
    })
    const signedIn = await browser.post('/api/auth/signin', {
      email: account.email.toUpperCase(),
      password: account.password,
    })

    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ success: false, code: 'EMAIL_TAKEN' })
    expect(signedIn.statusCode).toBe(200)
  })

  test('of two who sign up with the same address at once, exactly one gets it', async () => {
    const app = await aDoor()
    const account = aNewcomer()

    const answers = await Promise.all(
      Array.from({ length: 6 }, () => createBrowser(app).post('/api/auth/signup', account)),
    )

    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('an unknown address and a wrong password get the same answer', async () => {
    const browser = createBrowser(await aDoor())
    const account = aNewcomer()
    await browser.post('/api/auth/signup', account)

    const wrong = await browser.post('/api/auth/signin', { ...account, password: 'not this one' })
    const unknown = await browser.post('/api/auth/signin', { ...account, email: 'no@example.com' })

    expect(wrong.statusCode).toBe(401)
    const { requestId: _, ...said } = wrong.json()
    expect(unknown.json()).toMatchObject(said)
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
    expect([...browser.jar.keys()]).toEqual(['marquee_holder'])
  })

  test('an account without a password cannot be entered with one', async () => {
    const { ctx } = world()
    const email = aNewcomer().email
    await ctx.db
      .insertInto('users')
      .values({
        id: crypto.randomUUID(),
        username: 'Ravi',
        email,
        password_hash: null,
        phone: null,
        phone_verified: 0,
        picture: null,
        created_at: 0,
      })
      .execute()

    const browser = createBrowser(await aDoor())
    expect((await browser.post('/api/auth/signin', { email, password: '' })).statusCode).toBe(401)
  })

  test.each([
    ['a password of seven characters', { password: '1234567' }],
    ['a password of 129 characters', { password: 'x'.repeat(129) }],
    ['an address that is none', { email: 'asha@example' }],
    ['an address with a line break', { email: 'asha@example.com\r\nBcc: all@example.com' }],
    ['an empty name', { username: '  ' }],
    ['a name that a database cannot store', { username: 'Asha\0' }],
  ])('%s is refused', async (_, part) => {
    const answer = await createBrowser(await aDoor()).post('/api/auth/signup', {
      ...aNewcomer(),
      ...part,
    })

    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'INVALID' })
  })

  test('the three fields of a Google account prove nothing', async () => {
    const browser = createBrowser(await aDoor())
    const account = aNewcomer()
    await browser.post('/api/auth/signup', account)

    const answer = await browser.post('/api/auth/google', {
      name: 'Asha',
      email: account.email,
      photo: 'https://example.com/asha.jpg',
      credential: 'e30.e30.',
    })

    expect(answer.statusCode).toBe(401)
    expect((await browser.get('/api/auth/session')).json()).toEqual({ user: null })
  })

  test('signing in anew ends the session that the browser had', async () => {
    const app = await aDoor()
    const browser = createBrowser(app)
    const account = aNewcomer()
    await browser.post('/api/auth/signup', account)
    await browser.post('/api/auth/signin', account)
    const copy = { cookie: browser.cookiesFor('/api/auth/session') }

    await browser.post('/api/auth/signin', account)

    expect((await createBrowser(app).get('/api/auth/session', copy)).json()).toEqual({ user: null })
    expect((await browser.get('/api/auth/session')).json().user).not.toBeNull()
  })
})
