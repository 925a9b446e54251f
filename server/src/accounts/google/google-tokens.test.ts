import { GOOGLE_MESSAGES } from '@marquee/contract/accounts/google'
import { generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { expect, test } from 'vitest'
import { errorBody, setupGoogleSignIn } from '#test/support/google-sign-in.ts'
import { CLIENT, type Issuer, KEY_ID } from '#test/support/openid-issuer.ts'
import { describeContext } from '#test/support/test-context.ts'

const REFUSED = errorBody(401, 'UNAUTHENTICATED', GOOGLE_MESSAGES.refused)
const UNVERIFIED = errorBody(401, 'UNAUTHENTICATED', GOOGLE_MESSAGES.unverified)
const ONE_HOUR_MS = 3_600_000

describeContext(
  'ID token',
  (context) => {
    const google = setupGoogleSignIn(context)
    const sign: Issuer['signIdToken'] = (...given) => google.issuer().signIdToken(...given)

    const oneHourAgo = Math.floor(Date.now() / 1000) - 3600
    const withHmacOf = (form: 'publicKeyPem' | 'publicKeyJson') => (claims: JWTPayload) =>
      new SignJWT(google.issuer().withDefaults(claims))
        .setProtectedHeader({ alg: 'HS256', kid: KEY_ID })
        .sign(new TextEncoder().encode(google.issuer()[form]))
    const withNewKey = (keyId?: string) => async (claims: JWTPayload) =>
      sign(claims, (await generateKeyPair('RS256')).privateKey, keyId)
    async function withChangedEmail(claims: JWTPayload) {
      const [head, , signature] = (await sign(claims)).split('.')
      const changed = google.issuer().withDefaults({ ...claims, email: 'victim@example.com' })
      return [head, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
    }
    const withClaims = (changes: Parameters<typeof sign>[0]) => (claims: JWTPayload) =>
      sign({ ...claims, ...changes })

    const FORGERIES: [string, (claims: JWTPayload) => string | Promise<string>, object][] = [
      [
        'without a signature',
        (claims) => new UnsecuredJWT(google.issuer().withDefaults(claims)).encode(),
        REFUSED,
      ],
      ['with the public key (PEM) as HMAC secret', withHmacOf('publicKeyPem'), REFUSED],
      ['with the public key (JSON) as HMAC secret', withHmacOf('publicKeyJson'), REFUSED],
      ['of another key with the right key id', withNewKey(), REFUSED],
      ['of another key with another key id', withNewKey('other'), REFUSED],
      ['of another issuer', withClaims({ iss: 'https://else.example' }), REFUSED],
      ['for another audience', withClaims({ aud: 'another' }), REFUSED],
      [
        'for several audiences and another authorized party',
        withClaims({ aud: [CLIENT.clientId, 'another'], azp: 'another' }),
        REFUSED,
      ],
      ['with another nonce', withClaims({ nonce: 'another' }), REFUSED],
      ['without a nonce', withClaims({ nonce: undefined }), REFUSED],
      ['that has expired', withClaims({ exp: oneHourAgo }), REFUSED],
      ['without an expiry', withClaims({ exp: undefined }), REFUSED],
      ['without a subject', withClaims({ sub: undefined }), REFUSED],
      ['with a changed claim', withChangedEmail, REFUSED],
      ['that is no JWT', () => 'Asha, honestly', REFUSED],
      ['with an unverified email', withClaims({ email_verified: false }), UNVERIFIED],
      ['with the text true as verification', withClaims({ email_verified: 'true' }), UNVERIFIED],
      ['without an email', withClaims({ email: undefined }), UNVERIFIED],
    ]

    test.each(FORGERIES)(
      'an ID token %s is refused and changes nothing [S-17][S-18][S-19][S-20][S-21]',
      async (_, forge, error) => {
        const browser = google.newBrowser()
        const { nonce } = await google.start(browser)
        const before = await google.readAccounts()
        const response = await google.postCredential(
          browser,
          await forge({ ...google.newClaims(), nonce }),
        )

        expect(response.json()).toEqual(error)
        expect(response.statusCode).toBe(401)
        expect(String(response.headers['set-cookie'])).not.toContain('marquee_access')
        expect(await google.readUser(browser)).toBeNull()
        expect(await google.readAccounts()).toEqual(before)
      },
    )

    test('an ID token is refused if it is missing, or if its browser started no or another sign-in [S-16][S-22]', async () => {
      const { nonce } = await google.start(google.newBrowser())
      const token = await sign({ ...google.newClaims(), nonce })
      const before = await google.readAccounts()

      for (const credential of [undefined, token]) {
        const browser = google.newBrowser()
        expect((await google.postCredential(browser, credential)).json()).toEqual(REFUSED)
        await google.start(browser)
        expect((await google.postCredential(browser, credential)).json()).toEqual(REFUSED)
      }
      expect(await google.readAccounts()).toEqual(before)
    })

    test('an ID token from an API client signs in and does not appear in the response [R-3.14][R-7.8]', async () => {
      const browser = google.newBrowser()
      const claims = google.newClaims()
      const { nonce } = await google.start(browser)
      const token = await sign({ ...claims, nonce })
      const response = await google.postCredential(browser, token)

      expect(response.statusCode).toBe(200)
      expect(response.json()).toEqual(await google.readUser(browser))
      expect(response.json().email).toBe(claims.email)
      expect(response.body).not.toContain(token)
    })

    test('an ID token used concurrently or again with copies of the cookies signs in once [S-23]', async () => {
      const browser = google.newBrowser()
      const { nonce } = await google.start(browser)
      const token = await sign({ ...google.newClaims(), nonce })
      const use = () => google.postCredential(google.copyOf(browser), token)
      const responses = await Promise.all([use(), use(), use(), use()])
      const before = await google.readAccounts()

      expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401, 401])
      expect((await use()).json()).toEqual(REFUSED)
      expect(await google.readAccounts()).toEqual(before)
    })

    test('after ten minutes is refused, because its state cookie has expired', async () => {
      const browser = google.newBrowser()
      const { nonce } = await google.start(browser)
      await context().clock.advance(11 * 60_000)
      const now = Math.floor(context().ctx.now() / 1000)
      const token = await sign({ ...google.newClaims(), nonce, iat: now, exp: now + 300 })

      expect((await google.postCredential(browser, token)).json()).toEqual(REFUSED)
      await context().clock.advance(-11 * 60_000)
    })

    test('leaves a used nonce that a sign-in two hours later deletes', async () => {
      await google.signInWithGoogle(google.newBrowser(), google.newClaims())
      const readNonces = () => context().ctx.db.selectFrom('used_nonces').select('hash').execute()
      const before = await readNonces()
      expect(before.length).toBeGreaterThan(0)

      await context().clock.advance(2 * ONE_HOUR_MS)
      const browser = google.newBrowser()
      await google.start(browser)
      await google.postCredential(browser, 'not a token')
      await context().clock.advance(-2 * ONE_HOUR_MS)

      const after = await readNonces()
      expect(after).toHaveLength(1)
      expect(before).not.toContainEqual(after[0])
    })
  },
  { RATE_LIMITS: 'off' },
)
