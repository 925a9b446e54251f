import { GOOGLE_MESSAGES } from '@marquee/contract/google'
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CLIENT, type Issuer, startIssuer } from '#test/support/openid-issuer.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { App } from '../http/route.ts'
import { createIdentityProvider, type IdentityProvider } from './identity-provider.ts'

const PASSWORD = 'a row of one’s own'
const HTML = { accept: 'text/html,application/xhtml+xml' }

describeDatabases(
  'continuing with Google',
  (world) => {
    let ctx: Context
    let app: App
    let issuer: Issuer
    let asked: { url: string; signal: AbortSignal | null | undefined }[]
    let people = 0

    const reach = (url: string, init: RequestInit) => {
      asked.push({ url, signal: init.signal })
      return fetch(url, init)
    }
    const providerBy = (fetchBy: typeof reach) =>
      createIdentityProvider(
        { issuer: issuer.issuer, ...CLIENT, isLocal: false },
        { fetch: fetchBy, now: ctx.now, log: ctx.log },
      )

    beforeAll(async () => {
      ctx = world().ctx
      issuer = await startIssuer()
      ctx.identityProvider = providerBy(reach)
      app = (await createTestApp(ctx)).app
    })
    beforeEach(() => {
      asked = []
    })
    afterAll(async () => {
      await app.close()
      await issuer.close()
    })

    /** Somebody nobody has seen before. */
    const somebody = (): JWTPayload & { sub: string; email: string } => {
      people += 1
      return { sub: `subject-${people}`, email: `person-${people}@example.com`, name: 'Asha' }
    }
    const newBrowser = () => createBrowser(app)
    type Browser = ReturnType<typeof newBrowser>

    /** What a visit to the provider is begun with. */
    async function setOut(browser: Browser, from = '/faq') {
      const answer = await browser.get(`/api/auth/google/start?${new URLSearchParams({ from })}`)
      const door = new URL(String(answer.headers.location))
      const of = (name: string) => door.searchParams.get(name) ?? ''
      return { door, state: of('state'), nonce: of('nonce'), challenge: of('code_challenge') }
    }

    const bring = (browser: Browser, credential?: string) =>
      browser.post('/api/auth/google', {
        name: 'Asha',
        email: 'asha@example.com',
        photo: '',
        ...(credential && { credential }),
      })

    async function comeBack(browser: Browser, claims: JWTPayload, from?: string) {
      const { state, nonce, challenge } = await setOut(browser, from)
      const code = issuer.grant({ token: await issuer.vouch({ nonce, ...claims }), challenge })
      return browser.get(`/api/auth/google/callback?${new URLSearchParams({ code, state })}`)
    }

    const whoIs = async (browser: Browser) => (await browser.get('/api/auth/session')).json().user
    const signUp = (email: string) =>
      newBrowser().post('/api/auth/signup', { username: 'Asha', email, password: PASSWORD })
    const signIn = (browser: Browser, email: string, more: object = {}) =>
      browser.post('/api/auth/signin', { email, password: PASSWORD, ...more })

    /** Everything that says who anybody is. */
    const books = async () => ({
      users: await ctx.db.selectFrom('users').selectAll().orderBy('id').execute(),
      identities: await ctx.db.selectFrom('identities').selectAll().orderBy('subject').execute(),
      sessions: await ctx.db.selectFrom('sessions').selectAll().orderBy('id').execute(),
      tokens: await ctx.db.selectFrom('refresh_tokens').selectAll().orderBy('hash').execute(),
    })
    const refusal = (statusCode: number, code: string, message: string) => ({
      success: false,
      statusCode,
      code,
      message,
      requestId: expect.any(String),
    })
    const unconfirmed = refusal(401, 'UNAUTHENTICATED', GOOGLE_MESSAGES.refused)
    const unverified = refusal(401, 'UNAUTHENTICATED', GOOGLE_MESSAGES.unverified)

    test('a new person comes back with an account, and goes on where they came from', async () => {
      const browser = newBrowser()
      const person = somebody()
      const answer = await comeBack(
        browser,
        { ...person, name: '  Asha Raman ', picture: 'https://pictures.example/asha.jpg' },
        '/profile?tab=bookings',
      )

      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe('/sign-in?google=done&from=%2Fprofile%3Ftab%3Dbookings')
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(await whoIs(browser)).toMatchObject({
        username: 'Asha Raman',
        email: person.email,
        profilePicture: 'https://pictures.example/asha.jpg',
        hasPassword: false,
      })
    })

    test('the provider is asked with PKCE, state and nonce, for our own address', async () => {
      const { door, state, nonce } = await setOut(newBrowser())

      expect(door.origin + door.pathname).toBe(`${issuer.issuer}/authorize`)
      expect(Object.fromEntries(door.searchParams)).toEqual({
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

    test.each(['127.0.0.1:3000', '[::1]:3000'])(
      'who knows us as %s is sent back there, and nobody to a name that is not ours',
      async (host) => {
        const ask = (name: string) => newBrowser().get('/api/auth/google/start', { host: name })
        const backTo = async (name: string) => {
          const door = new URL(String((await ask(name)).headers.location))
          return door.searchParams.get('redirect_uri')
        }

        expect(await backTo(host)).toBe(`http://${host}/api/auth/google/callback`)
        expect(await backTo('elsewhere.example')).toBe(
          'http://localhost:3000/api/auth/google/callback',
        )
      },
    )

    test('a person who returns is the same, by issuer and subject, whatever address they have now', async () => {
      const person = somebody()
      const first = newBrowser()
      await comeBack(first, person)
      const returning = newBrowser()
      await comeBack(returning, { ...person, email: 'moved@example.com', name: 'Another' })

      expect(await whoIs(returning)).toEqual(await whoIs(first))
    })

    test('a credential brought by a program is as good, and no token is in the answer [R-3.14][R-7.8]', async () => {
      const browser = newBrowser()
      const person = somebody()
      const { nonce } = await setOut(browser)
      const token = await issuer.vouch({ ...person, nonce })
      const answer = await bring(browser, token)

      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual(await whoIs(browser))
      expect(answer.json().email).toBe(person.email)
      expect(answer.body).not.toContain(token)
    })

    const inThePast = Math.floor(Date.now() / 1000) - 3600
    type Forgery = (claims: JWTPayload) => string | Promise<string>
    const forgeries: [string, Forgery, object][] = [
      [
        'no signature',
        (claims) => new UnsecuredJWT(issuer.claimsFor(claims)).encode(),
        unconfirmed,
      ],
      ...(['publicKeyPem', 'publicKeyJson'] as const).map((form): [string, Forgery, object] => [
        `the public key (${form}) for a shared secret`,
        (claims) =>
          new SignJWT(issuer.claimsFor(claims))
            .setProtectedHeader({ alg: 'HS256', kid: 'the one key' })
            .sign(new TextEncoder().encode(issuer[form])),
        unconfirmed,
      ]),
      [
        'another key under the name of the right one',
        async (claims) => issuer.vouch(claims, (await generateKeyPair('RS256')).privateKey),
        unconfirmed,
      ],
      [
        'another key under its own name',
        async (claims) =>
          issuer.vouch(claims, (await generateKeyPair('RS256')).privateKey, 'other'),
        unconfirmed,
      ],
      [
        'another issuer',
        (claims) => issuer.vouch({ ...claims, iss: 'https://else.example' }),
        unconfirmed,
      ],
      ['another audience', (claims) => issuer.vouch({ ...claims, aud: 'another' }), unconfirmed],
      [
        'an audience of several, asked for by another',
        (claims) => issuer.vouch({ ...claims, aud: [CLIENT.clientId, 'another'], azp: 'another' }),
        unconfirmed,
      ],
      ['another nonce', (claims) => issuer.vouch({ ...claims, nonce: 'another' }), unconfirmed],
      ['no nonce', (claims) => issuer.vouch({ ...claims, nonce: undefined }), unconfirmed],
      ['a term that is over', (claims) => issuer.vouch({ ...claims, exp: inThePast }), unconfirmed],
      ['no term', (claims) => issuer.vouch({ ...claims, exp: undefined }), unconfirmed],
      ['no subject', (claims) => issuer.vouch({ ...claims, sub: undefined }), unconfirmed],
      [
        'a changed claim',
        async (claims) => {
          const [head, , signature] = (await issuer.vouch(claims)).split('.')
          const changed = issuer.claimsFor({ ...claims, email: 'victim@example.com' })
          return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join(
            '.',
          )
        },
        unconfirmed,
      ],
      ['no token at all', () => 'Asha, honestly', unconfirmed],
      [
        'an e-mail nobody has verified',
        (claims) => issuer.vouch({ ...claims, email_verified: false }),
        unverified,
      ],
      [
        'an e-mail said to be verified in so many words',
        (claims) => issuer.vouch({ ...claims, email_verified: 'true' }),
        unverified,
      ],
      ['no e-mail', (claims) => issuer.vouch({ ...claims, email: undefined }), unverified],
    ]

    test.each(forgeries)(
      'a token with %s signs nobody in [S-17][S-18][S-19][S-20][S-21]',
      async (_, forge, told) => {
        const browser = newBrowser()
        const { nonce } = await setOut(browser)
        const before = await books()
        const answer = await bring(browser, await forge({ ...somebody(), nonce }))

        expect(answer.json()).toEqual(told)
        expect(answer.statusCode).toBe(401)
        expect(String(answer.headers['set-cookie'])).not.toContain('marquee_access')
        expect(await whoIs(browser)).toBeNull()
        expect(await books()).toEqual(before)
      },
    )

    test('the three fields alone prove nothing, with a visit or without [S-16]', async () => {
      const browser = newBrowser()
      const before = await books()
      for (const begin of [async () => undefined, () => setOut(browser)]) {
        await begin()
        const answer = await bring(browser)
        expect([answer.statusCode, answer.json()]).toEqual([401, unconfirmed])
      }
      expect(await books()).toEqual(before)
    })

    test('a good token proves nothing in a browser that never set out, or set out for another [S-22]', async () => {
      const { nonce } = await setOut(newBrowser())
      const token = await issuer.vouch({ ...somebody(), nonce })
      const before = await books()
      const strangers = [newBrowser(), newBrowser()] as const
      await setOut(strangers[1])

      for (const stranger of strangers) {
        expect((await bring(stranger, token)).json()).toEqual(unconfirmed)
      }
      expect(await books()).toEqual(before)
    })

    test('a nonce is good once: the same token and cookie brought again sign nobody in [S-23]', async () => {
      const browser = newBrowser()
      const { nonce } = await setOut(browser)
      const cookies = new Map(browser.jar)
      const token = await issuer.vouch({ ...somebody(), nonce })
      expect((await bring(browser, token)).statusCode).toBe(200)
      const before = await books()

      const thief = newBrowser()
      for (const [name, cookie] of cookies) thief.jar.set(name, cookie)
      expect((await bring(thief, token)).json()).toEqual(unconfirmed)
      expect(await books()).toEqual(before)
    })

    test('of many who bring the same token at once, one is signed in [S-23]', async () => {
      const browser = newBrowser()
      const { nonce } = await setOut(browser)
      const token = await issuer.vouch({ ...somebody(), nonce })
      const crowd = Array.from({ length: 6 }, () => {
        const one = newBrowser()
        for (const [name, cookie] of browser.jar) one.jar.set(name, cookie)
        return one
      })
      const answers = await Promise.all(crowd.map((one) => bring(one, token)))

      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
        200, 401, 401, 401, 401, 401,
      ])
    })

    test('what has been spent is forgotten when nothing could bring it back any more', async () => {
      await comeBack(newBrowser(), somebody())
      const spent = () => ctx.db.selectFrom('spent_nonces').select('hash').execute()
      const before = await spent()
      expect(before.length).toBeGreaterThan(0)

      await world().clock.advance(2 * 3_600_000)
      await bring(newBrowser(), await issuer.vouch(somebody()))
      expect(await spent()).toEqual(before)
      const browser = newBrowser()
      await setOut(browser)
      await bring(browser, 'not a token')
      await world().clock.advance(-2 * 3_600_000)

      const after = await spent()
      expect(after).toHaveLength(1)
      expect(before).not.toContainEqual(after[0])
    })

    test('coming back a second time by the same address signs nobody in [S-23]', async () => {
      const browser = newBrowser()
      const { state, nonce, challenge } = await setOut(browser)
      const cookies = new Map(browser.jar)
      const code = issuer.grant({ token: await issuer.vouch({ ...somebody(), nonce }), challenge })
      const address = `/api/auth/google/callback?${new URLSearchParams({ code, state })}`
      expect((await browser.get(address)).headers.location).toContain('google=done')
      const before = await books()

      // Without its cookie, and with a copy of it: the provider of this test hands the token out again.
      const thief = newBrowser()
      expect((await thief.get(address)).headers.location).toBe('/sign-in?google=refused&from=%2F')
      for (const [name, cookie] of cookies) thief.jar.set(name, cookie)
      expect((await thief.get(address)).headers.location).toBe(
        '/sign-in?google=refused&from=%2Ffaq',
      )
      expect(await books()).toEqual(before)
    })

    test('nobody comes back in the place of somebody else [S-22]', async () => {
      const mallory = newBrowser()
      const theirs = await setOut(mallory)
      const token = await issuer.vouch({ ...somebody(), nonce: theirs.nonce })
      const code = issuer.grant({ token, challenge: theirs.challenge })
      const before = await books()
      const asha = newBrowser()
      const own = await setOut(asha)

      for (const state of [theirs.state, own.state, '']) {
        const query = new URLSearchParams({ code, state })
        const answer = await asha.get(`/api/auth/google/callback?${query}`)
        expect(answer.headers.location).toContain('google=refused')
        expect(await whoIs(asha)).toBeNull()
      }
      expect(await books()).toEqual(before)
    })

    test('an older window that comes back late leaves the newer visit alone', async () => {
      const browser = newBrowser()
      const older = await setOut(browser)
      const newer = await setOut(browser)
      await browser.get(`/api/auth/google/callback?code=any&state=${older.state}`)
      const token = await issuer.vouch({ ...somebody(), nonce: newer.nonce })
      const code = issuer.grant({ token, challenge: newer.challenge })
      const answer = await browser.get(
        `/api/auth/google/callback?code=${code}&state=${newer.state}`,
      )

      expect(answer.headers.location).toContain('google=done')
    })

    test('a visit is over after ten minutes', async () => {
      const browser = newBrowser()
      const { nonce } = await setOut(browser)
      await world().clock.advance(11 * 60_000)
      const now = Math.floor(ctx.now() / 1000)
      const claims = { ...somebody(), nonce, iat: now, exp: now + 300 }

      expect((await bring(browser, await issuer.vouch(claims))).json()).toEqual(unconfirmed)
      await world().clock.advance(-11 * 60_000)
    })

    test('who leaves the provider without choosing comes back to words, signed in nowhere', async () => {
      const browser = newBrowser()
      const { state } = await setOut(browser, '/payment-new')
      const before = await books()
      const query = new URLSearchParams({ error: 'access_denied', state })
      const answer = await browser.get(`/api/auth/google/callback?${query}`)

      expect(answer.headers.location).toBe('/sign-in?google=cancelled&from=%2Fpayment-new')
      expect(await whoIs(browser)).toBeNull()
      expect(await books()).toEqual(before)
    })

    test.each([
      'https://elsewhere.example/',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/api/x',
    ])('nobody is led on to %s [S-26]', async (from) => {
      const answer = await comeBack(newBrowser(), somebody(), from)
      expect(answer.headers.location).toBe('/sign-in?google=done&from=%2F')
    })

    test('a page of another site cannot send anybody out [S-27]', async () => {
      const answer = await newBrowser().get('/api/auth/google/start', {
        'sec-fetch-site': 'cross-site',
      })
      expect(answer.statusCode).toBe(403)
      expect(String(answer.headers['set-cookie'])).not.toContain('marquee_oauth_state')
    })

    test('windows of a new person that come back at once open one account', async () => {
      for (let round = 0; round < 12; round++) {
        const person = somebody()
        const windows = Array.from({ length: 4 }, newBrowser)
        const answers = await Promise.all(windows.map((one) => comeBack(one, person)))
        for (const { headers } of answers) expect(headers.location).toContain('google=done')

        const ids = await Promise.all(windows.map(async (one) => (await whoIs(one))._id))
        expect(new Set(ids).size).toBe(1)
      }
    })

    test('an account with a password is not taken over: its password links it, once [S-24]', async () => {
      const person = somebody()
      await signUp(person.email)
      const before = await books()
      const browser = newBrowser()
      const { nonce } = await setOut(browser)
      const picture = 'https://pictures.example/asha.jpg'
      const answer = await bring(browser, await issuer.vouch({ ...person, picture, nonce }))
      expect([answer.statusCode, answer.json()]).toEqual([
        409,
        refusal(409, 'LINK_REQUIRED', GOOGLE_MESSAGES.link),
      ])
      expect(await whoIs(browser)).toBeNull()
      expect(await books()).toEqual(before)
      expect((await browser.get('/api/auth/google/link')).json()).toEqual({ email: person.email })

      const wrong = await signIn(browser, person.email, { password: 'not it', linkGoogle: true })
      expect(wrong.statusCode).toBe(401)
      expect(await books()).toEqual(before)

      const right = await signIn(browser, person.email, { linkGoogle: true })
      expect(right.json()).toMatchObject({
        googleLinked: true,
        user: { email: person.email, profilePicture: picture },
      })
      const again = newBrowser()
      await comeBack(again, person)
      expect(await whoIs(again)).toEqual(await whoIs(browser))
      expect((await whoIs(again)).hasPassword).toBe(true)
    })

    test('the page is told of the password that is missing as a program is', async () => {
      const person = somebody()
      await signUp(person.email)
      const answer = await comeBack(newBrowser(), person)

      expect(answer.headers.location).toBe('/sign-in?google=link&from=%2Ffaq')
    })

    test('who waits to be linked is forgotten at sign-out', async () => {
      const person = somebody()
      await signUp(person.email)
      const browser = newBrowser()
      await comeBack(browser, person)

      await browser.post('/api/auth/signout')

      expect((await browser.get('/api/auth/google/link')).json()).toEqual({ email: null })
    })

    test.each([
      ['too busy', new AppError(503, 'UNAVAILABLE', 'We are busy.')],
      ['asked too often', new AppError(429, 'RATE', 'Too many attempts.')],
      ['cut off from its database', Object.assign(new Error('gone'), { code: '57P01' })],
    ])('while the house is %s, people read so on the sign-in page', async (_, trouble) => {
      const browser = newBrowser()
      const { state } = await setOut(browser)
      vi.spyOn(ctx.identityProvider as IdentityProvider, 'exchangeCode').mockRejectedValueOnce(
        trouble,
      )

      const answer = await browser.get(`/api/auth/google/callback?code=c&state=${state}`)

      expect(answer.statusCode).toBe(303)
      expect(answer.headers.location).toBe('/sign-in?google=busy&from=%2Ffaq')
    })

    test('nothing is linked without being asked for, nor to another account [S-24]', async () => {
      const [person, other] = [somebody(), somebody()]
      await signUp(person.email)
      await signUp(other.email)
      const browser = newBrowser()
      await comeBack(browser, person)
      const { identities } = await books()

      expect((await signIn(browser, person.email)).json()).not.toHaveProperty('googleLinked')
      expect((await signIn(browser, other.email, { linkGoogle: true })).json().googleLinked).toBe(
        false,
      )
      expect((await signIn(newBrowser(), person.email, { linkGoogle: true })).json()).toMatchObject(
        {
          googleLinked: false,
        },
      )
      expect((await books()).identities).toEqual(identities)
    })

    test('another subject with the address of an account without a password is refused [S-25]', async () => {
      const person = somebody()
      await comeBack(newBrowser(), person)
      const before = await books()
      const browser = newBrowser()
      const { nonce } = await setOut(browser)
      const token = await issuer.vouch({ ...person, sub: 'somebody else', nonce })

      expect((await bring(browser, token)).json()).toEqual(
        refusal(409, 'EMAIL_TAKEN', GOOGLE_MESSAGES.taken),
      )
      expect(await books()).toEqual(before)
    })

    test('an account made through Google has no password to sign in with, and may choose one', async () => {
      const person = somebody()
      const browser = newBrowser()
      await comeBack(browser, person)
      const { _id } = await whoIs(browser)
      const missing = await signIn(newBrowser(), person.email)
      const unknown = await signIn(newBrowser(), 'nobody@example.com')
      expect({ ...missing.json(), requestId: '' }).toEqual({ ...unknown.json(), requestId: '' })
      expect(missing.statusCode).toBe(401)

      const changed = await browser.post(`/api/user/update/${_id}`, { password: PASSWORD })
      expect(changed.json()).toMatchObject({ hasPassword: true })
      expect((await signIn(newBrowser(), person.email)).statusCode).toBe(200)
      const again = newBrowser()
      await comeBack(again, person)
      expect((await whoIs(again))._id).toBe(_id)
    })

    test('a deleted account takes its identity along: who comes again is new', async () => {
      const person = somebody()
      const browser = newBrowser()
      await comeBack(browser, person)
      const { _id } = await whoIs(browser)
      expect((await browser.call('DELETE', `/api/user/delete/${_id}`)).statusCode).toBe(200)
      expect((await books()).identities.map(({ subject }) => subject)).not.toContain(person.sub)

      await comeBack(browser, person)
      expect((await whoIs(browser))._id).not.toBe(_id)
    })

    test('while the provider is away, people read so, and nothing else is touched [S-28]', async () => {
      const away = refusal(503, 'UNAVAILABLE', GOOGLE_MESSAGES.unavailable)
      const browser = newBrowser()
      const visit = await setOut(browser)
      const token = await issuer.vouch({ ...somebody(), nonce: visit.nonce })
      const code = issuer.grant({ token, challenge: visit.challenge })
      const before = await books()
      const remembered = ctx.identityProvider
      await issuer.failing(async () => {
        const answer = await browser.get(
          `/api/auth/google/callback?code=${code}&state=${visit.state}`,
        )
        expect(answer.headers.location).toBe('/sign-in?google=unavailable&from=%2Ffaq')

        // One that has just been started knows nothing of the provider yet.
        ctx.identityProvider = providerBy(reach)
        const { app: fresh } = await createTestApp(ctx)
        const program = await createBrowser(fresh).get('/api/auth/google/start')
        expect([program.statusCode, program.json()]).toEqual([503, away])
        expect(program.headers['retry-after']).toBeDefined()
        const person = await createBrowser(fresh).get('/api/auth/google/start?from=/faq', HTML)
        expect(person.headers.location).toBe('/sign-in?google=unavailable&from=%2Ffaq')
        await fresh.close()
      })
      ctx.identityProvider = remembered
      expect(await books()).toEqual(before)
      expect((await comeBack(browser, somebody())).headers.location).toContain('google=done')
    })

    test.each([
      ['a line that is cut', () => Promise.reject(new TypeError('fetch failed'))],
      ['no answer in time', () => Promise.reject(new DOMException('too long', 'TimeoutError'))],
      ['a page where data should be', async () => new Response('<html>')],
      ['an answer that stops halfway', async () => new Response(halfAnAnswer())],
    ])('%s is the provider being away, not a bug', async (_, answer) => {
      const provider = providerBy(answer)
      const proofs = { state: 's', nonce: 'n', codeVerifier: 'v' }

      await expect(
        provider.authorizationUrl('http://localhost:3000/', proofs),
      ).rejects.toMatchObject({
        statusCode: 503,
      })
      await expect(provider.verifyIdToken('a.b.c', 'n')).rejects.toMatchObject({ statusCode: 503 })
    })

    test('nothing is asked of the provider without an end to the waiting [S-28]', async () => {
      const before = ctx.identityProvider
      ctx.identityProvider = providerBy(reach)
      const { app: fresh } = await createTestApp(ctx)
      const browser = createBrowser(fresh)
      await comeBack(browser, somebody())
      ctx.identityProvider = before
      await fresh.close()

      expect(asked.map(({ url }) => new URL(url).pathname)).toEqual([
        '/.well-known/openid-configuration',
        '/token',
        '/keys',
      ])
      for (const { signal } of asked) expect(signal).toBeInstanceOf(AbortSignal)
    })
  },
  { RATE_LIMITS: 'off' },
)

const halfAnAnswer = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"issuer"'))
      controller.error(new TypeError('terminated'))
    },
  })
