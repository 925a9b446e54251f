import { expect, test } from 'vitest'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'

describeDatabases('sign-up and sign-in', (context) => {
  const newBrowser = async () => createBrowser((await createTestApp(context().ctx)).app)
  const newAccount = () => ({
    username: 'Asha',
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a train, stolen',
  })

  test('sign-in after sign-up starts a session, without a token in any body [R-1.5]', async () => {
    const browser = await newBrowser()
    const account = newAccount()

    await browser.post('/api/auth/signup', account)
    const before = await browser.get('/api/auth/session')
    const signIn = await browser.post('/api/auth/signin', account)
    const after = await browser.get('/api/auth/session')

    expect(before.json()).toEqual({ user: null })
    expect(before.headers).not.toHaveProperty('set-cookie')
    expect(after.json().user).toEqual({
      _id: expect.any(String),
      username: 'Asha',
      email: account.email,
      emailConfirmed: false,
      phone: null,
      phoneVerified: false,
      profilePicture: '/profile.svg',
      hasPassword: true,
    })
    for (const { value } of browser.jar.values()) expect(signIn.body).not.toContain(value)
    for (const { headers } of [before, after]) expect(headers['cache-control']).toBe('no-store')
  })

  test('email is unique and compared without case', async () => {
    const browser = await newBrowser()
    const account = newAccount()
    await browser.post('/api/auth/signup', account)

    const inCapitals = account.email.toUpperCase()
    const signUp = await browser.post('/api/auth/signup', { ...account, email: ` ${inCapitals} ` })
    const signIn = await browser.post('/api/auth/signin', { ...account, email: inCapitals })

    expect(signUp.statusCode).toBe(409)
    expect(signUp.json()).toMatchObject({ success: false, code: 'EMAIL_TAKEN' })
    expect(signIn.statusCode).toBe(200)
  })

  test('concurrent sign-ups with one email create one account', async () => {
    const browser = await newBrowser()
    const account = newAccount()

    const responses = await Promise.all(
      Array.from({ length: 6 }, () => browser.post('/api/auth/signup', account)),
    )

    const statuses = responses.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('sign-in with an unknown email gets the same response as with a wrong password', async () => {
    const browser = await newBrowser()
    const account = newAccount()
    await browser.post('/api/auth/signup', account)

    const wrong = await browser.post('/api/auth/signin', { ...account, password: 'not this one' })
    const unknown = await browser.post('/api/auth/signin', { ...account, email: 'no@example.com' })

    expect(wrong.statusCode).toBe(401)
    expect(wrong.json().message).toBe('Wrong email or password.')
    expect({ ...unknown.json(), requestId: '' }).toEqual({ ...wrong.json(), requestId: '' })
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers))
    expect([...browser.jar.keys()]).toEqual(['marquee_visitor_3000'])
  })

  test.each([
    ['a common password', { password: 'Trustno1' }],
    ['a run of digits', { password: '23456789' }],
    ['the name of the site', { password: 'Marquee2026' }],
    ['a password of seven characters', { password: '1234567' }],
    ['a password of 129 characters', { password: 'x'.repeat(129) }],
    ['an invalid email', { email: 'asha@example' }],
    ['a line break in the email', { email: 'asha@example.com\r\nBcc: all@example.com' }],
    ['a blank name', { username: '  ' }],
    ['a null character in the name', { username: 'Asha\0' }],
  ])('sign-up with %s is refused [S-164][S-742]', async (_, part) => {
    const response = await (await newBrowser()).post('/api/auth/signup', {
      ...newAccount(),
      ...part,
    })

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, code: 'INVALID' })
  })

  test('Google sign-in without a configured provider is refused', async () => {
    const browser = await newBrowser()
    const body = { name: 'Asha', email: 'asha@example.com', photo: '', credential: 'e30.e30.' }

    expect((await browser.post('/api/auth/google', body)).statusCode).toBe(401)
    expect((await browser.get('/api/auth/session')).json()).toEqual({ user: null })
  })
})
