import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, expect } from 'vitest'
import { createIdentityProvider } from '../../src/accounts/google/identity-provider.ts'
import type { App } from '../../src/http/route.ts'
import { CLIENT, type Claims, type Issuer, startIssuer } from './openid-issuer.ts'
import { createBrowser, createTestApp } from './test-app.ts'
import type { TestContext } from './test-context.ts'

type Browser = ReturnType<typeof createBrowser>
type Fetch = (url: string, init: RequestInit) => Promise<Response>

const PASSWORD = 'a train, stolen'

/** An app with Google sign-in by an OpenID issuer of its own, and the steps of a sign-in. Rate limits must be off. */
export function setupGoogleSignIn(context: () => TestContext) {
  let app: App
  let issuer: Issuer
  let users = 0

  beforeAll(async () => {
    issuer = await startIssuer()
    context().ctx.identityProvider = createProvider()
    app = (await createTestApp(context().ctx)).app
  })
  afterAll(async () => {
    await app.close()
    await issuer.close()
  })

  function createProvider(fetchBy: Fetch = fetch) {
    const { now, log } = context().ctx
    const client = { issuer: issuer.issuer, ...CLIENT, isLocal: false }
    return createIdentityProvider(client, { fetch: fetchBy, now, log })
  }

  /** The claims of a user who has not signed in before. */
  function newClaims(): JWTPayload & { sub: string; email: string } {
    users += 1
    return { sub: `subject-${users}`, email: `user-${users}@example.com`, name: 'Asha' }
  }

  const newBrowser = () => createBrowser(app)

  function copyOf({ jar }: Pick<Browser, 'jar'>) {
    const copy = newBrowser()
    for (const [name, cookie] of jar) copy.jar.set(name, cookie)
    return copy
  }

  /** Follows Continue with Google as far as the provider's page. */
  async function start(browser: Browser, from = '/faq', page = '/sign-in') {
    const query = new URLSearchParams({ from, page })
    const response = await browser.get(`/api/auth/google/start?${query}`)
    const url = new URL(String(response.headers.location))
    const parameter = (name: string) => url.searchParams.get(name) ?? ''
    return {
      url,
      state: parameter('state'),
      nonce: parameter('nonce'),
      challenge: parameter('code_challenge'),
    }
  }

  /** Returns the callback URL to which the provider sends the browser back. */
  async function callbackFor(
    { state, nonce, challenge }: Awaited<ReturnType<typeof start>>,
    claims: JWTPayload,
  ) {
    const code = issuer.issueCode({
      idToken: await issuer.signIdToken({ nonce, ...claims }),
      challenge,
    })
    return `/api/auth/google/callback?${new URLSearchParams({ code, state })}`
  }

  async function signInWithGoogle(browser: Browser, claims: JWTPayload, from?: string) {
    return browser.get(await callbackFor(await start(browser, from), claims))
  }

  const postCredential = (browser: Browser, credential?: string) =>
    browser.post('/api/auth/google', {
      name: 'Asha',
      email: 'asha@example.com',
      photo: '',
      ...(credential && { credential }),
    })

  /** Starts a sign-in and posts an ID token with these claims. */
  async function postClaims(browser: Browser, claims: Claims) {
    const { nonce } = await start(browser)
    return postCredential(browser, await issuer.signIdToken({ nonce, ...claims }))
  }

  const readUser = async (browser: Browser) => (await browser.get('/api/auth/session')).json().user

  const signUp = (email: string) =>
    newBrowser().post('/api/auth/signup', { username: 'Asha', email, password: PASSWORD })

  async function signUpWithConfirmedEmail(email: string) {
    await signUp(email)
    const { db, now } = context().ctx
    await db
      .updateTable('users')
      .set({ email_confirmed_at: now() })
      .where('email', '=', email)
      .execute()
  }

  const signIn = (browser: Browser, email: string, more: object = {}) =>
    browser.post('/api/auth/signin', { email, password: PASSWORD, ...more })

  /** All rows that identify users. */
  async function readAccounts() {
    const { db } = context().ctx
    return {
      users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
      identities: await db.selectFrom('identities').selectAll().orderBy('subject').execute(),
      sessions: await db.selectFrom('sessions').selectAll().orderBy('id').execute(),
      tokens: await db.selectFrom('refresh_tokens').selectAll().orderBy('hash').execute(),
    }
  }

  return {
    issuer: () => issuer,
    createProvider,
    newClaims,
    newBrowser,
    copyOf,
    start,
    callbackFor,
    signInWithGoogle,
    postCredential,
    postClaims,
    readUser,
    signUp,
    signUpWithConfirmedEmail,
    signIn,
    readAccounts,
  }
}

export const errorBody = (statusCode: number, code: string, message: string) => ({
  success: false,
  statusCode,
  code,
  message,
  requestId: expect.any(String),
})
