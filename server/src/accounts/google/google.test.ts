import { expect, test, vi } from 'vitest'
import { AppError } from '#src/errors.ts'
import { setupGoogleSignIn } from '#test/support/google-sign-in.ts'
import { CLIENT } from '#test/support/openid-issuer.ts'
import { describeContext } from '#test/support/test-context.ts'
import type { IdentityProvider } from './identity-provider.ts'

describeContext(
  'Google sign-in',
  (context) => {
    const google = setupGoogleSignIn(context)

    test('of a new user creates an account and returns to the page', async () => {
      const browser = google.newBrowser()
      const claims = google.newClaims()
      const picture = 'https://pictures.example/asha.jpg'
      const response = await google.signInWithGoogle(
        browser,
        { ...claims, name: '  Asha Raman ', picture },
        '/profile?tab=bookings',
      )

      expect(response.statusCode).toBe(303)
      expect(response.headers.location).toBe(
        '/sign-in?google=done&from=%2Fprofile%3Ftab%3Dbookings',
      )
      expect(response.headers['cache-control']).toBe('no-store')
      expect(await google.readUser(browser)).toMatchObject({
        username: 'Asha Raman',
        email: claims.email,
        profilePicture: picture,
        hasPassword: false,
      })
    })

    test('sends state, nonce and a PKCE challenge to the provider', async () => {
      const { url, state, nonce } = await google.start(google.newBrowser())

      expect(url.origin + url.pathname).toBe(`${google.issuer().issuer}/authorize`)
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: CLIENT.clientId,
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: 'http://localhost:3000/api/auth/google/callback',
        state,
        nonce,
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      })
    })

    test.each([
      ['127.0.0.1:3000', '127.0.0.1:3000'],
      ['[::1]:3000', '[::1]:3000'],
      ['elsewhere.example', 'localhost:3000'],
    ])('by host %s returns to host %s', async (host, expected) => {
      const response = await google.newBrowser().get('/api/auth/google/start', { host })
      const url = new URL(String(response.headers.location))

      expect(url.searchParams.get('redirect_uri')).toBe(
        `http://${expected}/api/auth/google/callback`,
      )
    })

    test('of a returning user with another email leads to the same account', async () => {
      const claims = google.newClaims()
      const [first, second] = [google.newBrowser(), google.newBrowser()]
      await google.signInWithGoogle(first, claims)
      await google.signInWithGoogle(second, {
        ...claims,
        email: 'moved@example.com',
        name: 'Another',
      })

      expect(await google.readUser(second)).toEqual(await google.readUser(first))
    })

    test('a Google sign-in with a used callback URL is refused, with and without the cookies [S-23]', async () => {
      const browser = google.newBrowser()
      const callback = await google.callbackFor(await google.start(browser), google.newClaims())
      const copy = google.copyOf(browser)
      expect((await browser.get(callback)).headers.location).toContain('google=done')
      const before = await google.readAccounts()

      expect((await google.newBrowser().get(callback)).headers.location).toBe(
        '/sign-in?google=refused&from=%2F',
      )
      expect((await copy.get(callback)).headers.location).toBe(
        '/sign-in?google=refused&from=%2Ffaq',
      )
      expect(await google.readAccounts()).toEqual(before)
    })

    test('a Google sign-in with the callback of another browser is refused, whatever the state [S-22]', async () => {
      const attacker = await google.start(google.newBrowser())
      const browser = google.newBrowser()
      const own = await google.start(browser)
      const before = await google.readAccounts()

      for (const state of [attacker.state, own.state, '']) {
        const callback = await google.callbackFor({ ...attacker, state }, google.newClaims())
        expect((await browser.get(callback)).headers.location).toContain('google=refused')
        expect(await google.readUser(browser)).toBeNull()
      }
      expect(await google.readAccounts()).toEqual(before)
    })

    test('started again in another tab finishes after the older callback was refused', async () => {
      const browser = google.newBrowser()
      const older = await google.start(browser)
      const newer = await google.start(browser)
      await browser.get(`/api/auth/google/callback?code=any&state=${older.state}`)
      const response = await browser.get(await google.callbackFor(newer, google.newClaims()))

      expect(response.headers.location).toContain('google=done')
    })

    test.each([
      'https://elsewhere.example/',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/api/x',
    ])('a Google sign-in from %s returns to the home page [S-26]', async (from) => {
      const response = await google.signInWithGoogle(google.newBrowser(), google.newClaims(), from)
      expect(response.headers.location).toBe('/sign-in?google=done&from=%2F')
    })

    test('a Google sign-in started by another site is refused [S-27]', async () => {
      const response = await google.newBrowser().get('/api/auth/google/start', {
        'sec-fetch-site': 'cross-site',
      })
      expect(response.statusCode).toBe(403)
      expect(String(response.headers['set-cookie'])).not.toContain('marquee_oauth_state')
    })

    test('of a new user in several tabs at once creates one account', async () => {
      for (let round = 0; round < 12; round += 1) {
        const claims = google.newClaims()
        const tabs = Array.from({ length: 4 }, google.newBrowser)
        const responses = await Promise.all(tabs.map((tab) => google.signInWithGoogle(tab, claims)))
        for (const { headers } of responses) expect(headers.location).toContain('google=done')

        const ids = await Promise.all(tabs.map(async (tab) => (await google.readUser(tab))._id))
        expect(new Set(ids).size).toBe(1)
      }
    })

    test.each([
      ['overload', new AppError(503, 'UNAVAILABLE', 'We are busy.')],
      ['a rate limit', new AppError(429, 'RATE', 'Too many attempts.')],
      ['a lost database connection', Object.assign(new Error('gone'), { code: '57P01' })],
    ])('during %s redirects with the result busy', async (_, error) => {
      const browser = google.newBrowser()
      const { state } = await google.start(browser)
      const provider = context().ctx.identityProvider as IdentityProvider
      vi.spyOn(provider, 'exchangeCode').mockRejectedValueOnce(error)

      const response = await browser.get(`/api/auth/google/callback?code=c&state=${state}`)

      expect(response.statusCode).toBe(303)
      expect(response.headers.location).toBe('/sign-in?google=busy&from=%2Ffaq')
    })

    test.each([
      ['/sign-up', '/sign-up'],
      ['/sign-in', '/sign-in'],
      ['/profile', '/sign-in'],
      ['//elsewhere.example', '/sign-in'],
    ])(
      'that is cancelled on %s returns to %s, and a refused one too [R-8.6]',
      async (page, expected) => {
        const browser = google.newBrowser()
        const { state } = await google.start(browser, '/faq', page)
        const cancelled = await browser.get(
          `/api/auth/google/callback?error=access_denied&state=${state}`,
        )
        expect(cancelled.headers.location).toBe(`${expected}?google=cancelled&from=%2Ffaq`)

        await google.start(browser, '/faq', page)
        const refused = await browser.get('/api/auth/google/callback?code=c&state=other')
        expect(refused.headers.location).toBe(`${expected}?google=refused&from=%2Ffaq`)
      },
    )

    test('from the sign-up page completes on the sign-in page', async () => {
      const browser = google.newBrowser()
      const started = await google.start(browser, '/faq', '/sign-up')
      const response = await browser.get(await google.callbackFor(started, google.newClaims()))

      expect(response.headers.location).toBe('/sign-in?google=done&from=%2Ffaq')
    })

    test('after the account was deleted creates a new one', async () => {
      const claims = google.newClaims()
      const browser = google.newBrowser()
      await google.signInWithGoogle(browser, claims)
      const { _id } = await google.readUser(browser)
      expect((await browser.call('DELETE', `/api/user/delete/${_id}`)).statusCode).toBe(200)
      const subjects = (await google.readAccounts()).identities.map(({ subject }) => subject)
      expect(subjects).not.toContain(claims.sub)

      await google.signInWithGoogle(browser, claims)

      expect((await google.readUser(browser))._id).not.toBe(_id)
    })
  },
  { RATE_LIMITS: 'off' },
)
