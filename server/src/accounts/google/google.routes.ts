import { googleSignIn } from '@marquee/contract/accounts/accounts'
import {
  GooglePage,
  type GoogleResult,
  type GoogleReturn,
  getPendingGoogleLink,
  googleCallback,
  startGoogleSignIn,
} from '@marquee/contract/accounts/google'
import { PAGES, toSafeReturnPath } from '@marquee/contract/pages'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Context } from '#src/context.ts'
import { type AppError, unauthenticated } from '#src/errors.ts'
import { toAppError } from '#src/http/errors.ts'
import { type App, route } from '#src/http/route.ts'
import { clientOf } from '#src/http/session/session.plugin.ts'
import { signInWithIdentity, verifyCredential } from './google.service.ts'
import { GoogleSignInError } from './google-sign-in-error.ts'
import type { IdentityProvider } from './identity-provider.ts'
import type { OauthState } from './oauth-state-cookies.ts'

/** The page that shows the result of a Google sign-in. Only the sign-in page can complete a sign-in or ask for a password. */
const googleResultPath = (google: GoogleResult, { from, page }: GoogleReturn) =>
  `${google === 'done' || google === 'link' ? PAGES.signIn : page}?${new URLSearchParams({ google, from })}`

const GOOGLE_DISABLED = 'Continue with Google is not available here.'

const SEE_OTHER = 303
/** For a browser without the state cookie. */
const HOME: GoogleReturn = { from: PAGES.home, page: PAGES.signIn }

export const googleRoutes = (ctx: Context) => async (app: App) => {
  const { identityProvider } = ctx
  if (identityProvider) {
    await app.register(enabledRoutes(ctx, identityProvider))
    return
  }
  app.route({
    ...route(googleSignIn),
    handler: async () => {
      throw unauthenticated(GOOGLE_DISABLED)
    },
  })
}

const enabledRoutes = (ctx: Context, provider: IdentityProvider) => async (app: App) => {
  const { sessions, oauthCookies } = app

  app.route({
    ...route(startGoogleSignIn),
    handler: async (request, reply) => {
      const state = {
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
        ...returnOf(request),
      }
      const url = await provider.authorizationUrl(callbackUrl(request).href, state)
      await oauthCookies.state.set(reply, state)
      return reply.redirect(url, SEE_OTHER)
    },
    errorHandler: async (error, request, reply) => {
      // A browser shows the error on the sign-in page. Other clients get the error response.
      if (!request.headers.accept?.includes('text/html')) throw error
      return reply.redirect(
        googleResultPath(resultOf(error, request), returnOf(request)),
        SEE_OTHER,
      )
    },
  })

  app.route({
    ...route(googleCallback),
    handler: async (request, reply) => {
      const state = await oauthCookies.state.read(request)
      // A newer sign-in of another tab may have replaced the cookie: it must be able to finish.
      if (!state || queryOf(request).get('state') !== state.state) {
        return reply.redirect(googleResultPath('refused', state ?? HOME), SEE_OTHER)
      }
      oauthCookies.state.clear(reply)
      const result = await completeSignIn(request, reply, state)
      return reply.redirect(googleResultPath(result, state), SEE_OTHER)
    },
    errorHandler: async (error, request, reply) => {
      const state = await oauthCookies.state.read(request)
      const path = googleResultPath(resultOf(error, request), state ?? HOME)
      return reply.redirect(path, SEE_OTHER)
    },
  })

  async function completeSignIn(request: FastifyRequest, reply: FastifyReply, state: OauthState) {
    const query = queryOf(request)
    if (query.get('error') === 'access_denied') return 'cancelled'
    const url = callbackUrl(request)
    url.search = String(query)
    const credential = await provider.exchangeCode(url, state)
    const user = await signIn(request, reply, { credential, nonce: state.nonce })
    return user ? 'done' : 'link'
  }

  app.route({
    ...route(googleSignIn),
    handler: async (request, reply) => {
      // Name, email and photo prove nothing. The ID token does, if it was issued for this browser's nonce.
      const state = await oauthCookies.state.read(request)
      const { credential } = request.body
      if (!credential || !state) throw new GoogleSignInError('refused')
      oauthCookies.state.clear(reply)
      const user = await signIn(request, reply, { credential, nonce: state.nonce })
      if (!user) throw new GoogleSignInError('link')
      return user
    },
  })

  app.route({
    ...route(getPendingGoogleLink),
    handler: async (request) => {
      const identity = await oauthCookies.pendingIdentity.read(request)
      return { email: identity?.email ?? null }
    },
  })

  /** Signs in the user of an ID token. Returns null and stores the identity if the account's password is needed first. */
  async function signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    token: { credential: string; nonce: string },
  ) {
    const identity = await verifyCredential(ctx, provider, token)
    const signedIn = await signInWithIdentity(ctx, identity, clientOf(request))
    if (!signedIn) {
      await oauthCookies.pendingIdentity.set(reply, identity)
      return null
    }
    await sessions.end(request)
    sessions.cookies.set(reply, signedIn.session)
    await sessions.browsers.remember(request, reply, signedIn.user.email)
    return signedIn.user
  }

  /** The callback under the host name that this browser uses, because its cookies belong to that name. */
  function callbackUrl({ host }: FastifyRequest) {
    const { origins, publicUrl } = ctx.config
    const origin = origins.find((allowed) => new URL(allowed).host === host) ?? publicUrl
    return new URL(googleCallback.path, origin)
  }
}

const returnOf = (request: FastifyRequest): GoogleReturn => ({
  from: toSafeReturnPath(queryOf(request).get('from')),
  page: GooglePage.safeParse(queryOf(request).get('page')).data ?? PAGES.signIn,
})

const queryOf = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?')[1])

const BUSY = new Set([429, 503])

/** Returns the result that the page shows. Rethrows unexpected errors. */
function resultOf(error: FastifyError | AppError, request: FastifyRequest): GoogleResult {
  if (error instanceof GoogleSignInError) return error.result
  if (!BUSY.has(toAppError(error).statusCode)) throw error
  request.log.warn({ err: error }, 'google sign-in failed')
  return 'busy'
}
