import { GOOGLE_MESSAGES } from '@marquee/contract/accounts/google'
import { expect, test } from 'vitest'
import { errorBody, setupGoogleSignIn } from '#test/support/google-sign-in.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeContext } from '#test/support/test-context.ts'

const REQUEST = { state: 's', nonce: 'n', codeVerifier: 'v' }

describeContext(
  'identity provider',
  (context) => {
    const google = setupGoogleSignIn(context)

    test('an identity provider that is unavailable returns 503 or redirects, and the next sign-in works [S-28]', async () => {
      const { ctx } = context()
      const browser = google.newBrowser()
      const callback = await google.callbackFor(await google.start(browser), google.newClaims())
      const before = await google.readAccounts()
      const connected = ctx.identityProvider
      await google.issuer().whileUnavailable(async () => {
        const response = await browser.get(callback)
        expect(response.headers.location).toBe('/sign-in?google=unavailable&from=%2Ffaq')

        // A server that has just started has not read the provider's metadata yet.
        ctx.identityProvider = google.createProvider()
        const { app } = await createTestApp(ctx)
        const forApi = await createBrowser(app).get('/api/auth/google/start')
        expect(forApi.json()).toEqual(errorBody(503, 'UNAVAILABLE', GOOGLE_MESSAGES.unavailable))
        expect(forApi.headers['retry-after']).toBeDefined()
        const forBrowser = await createBrowser(app).get('/api/auth/google/start?from=/faq', {
          accept: 'text/html,application/xhtml+xml',
        })
        expect(forBrowser.headers.location).toBe('/sign-in?google=unavailable&from=%2Ffaq')
        await app.close()
      })
      ctx.identityProvider = connected

      expect(await google.readAccounts()).toEqual(before)
      const response = await google.signInWithGoogle(browser, google.newClaims())
      expect(response.headers.location).toContain('google=done')
    })

    test.each([
      ['a connection error', () => Promise.reject(new TypeError('fetch failed'))],
      ['a timeout', () => Promise.reject(new DOMException('too long', 'TimeoutError'))],
      ['HTML instead of JSON', async () => new Response('<html>')],
      ['a response that breaks off', async () => new Response(brokenBody())],
    ])('%s throws UNAVAILABLE', async (_, fetchBy) => {
      const provider = google.createProvider(fetchBy)

      const unavailable = { statusCode: 503 }
      await expect(
        provider.authorizationUrl('http://localhost:3000/', REQUEST),
      ).rejects.toMatchObject(unavailable)
      await expect(provider.verifyIdToken('a.b.c', 'n')).rejects.toMatchObject(unavailable)
    })

    test('an identity provider is called with a timeout for metadata, token and keys only [S-28]', async () => {
      const { ctx } = context()
      const calls: { path: string; signal: unknown }[] = []
      const connected = ctx.identityProvider
      ctx.identityProvider = google.createProvider((url, init) => {
        calls.push({ path: new URL(url).pathname, signal: init.signal })
        return fetch(url, init)
      })
      const { app } = await createTestApp(ctx)
      await google.signInWithGoogle(createBrowser(app), google.newClaims())
      ctx.identityProvider = connected
      await app.close()

      expect(calls).toEqual(
        ['/.well-known/openid-configuration', '/token', '/keys'].map((path) => ({
          path,
          signal: expect.any(AbortSignal),
        })),
      )
    })
  },
  { RATE_LIMITS: 'off' },
)

const brokenBody = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"issuer"'))
      controller.error(new TypeError('terminated'))
    },
  })
