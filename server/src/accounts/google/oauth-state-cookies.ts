import { GooglePage } from '@marquee/contract/accounts/google'
import { PAGES } from '@marquee/contract/pages'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '#src/context.ts'
import { cookieFlags, cookieName, readCookie } from '#src/http/cookies/cookies.ts'
import { createSignedCookie } from '#src/http/cookies/signed-cookie.ts'
import { VerifiedIdentity } from './verified-identity.ts'

declare module 'fastify' {
  interface FastifyInstance {
    oauthCookies: OauthCookies
  }
}

/** What the browser stores while its user is at the identity provider. */
const OauthState = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  /** The page to return to after the sign-in. */
  from: z.string(),
  /** The page to return to after a failure. Missing in the cookies of earlier versions. */
  page: z._default(GooglePage, PAGES.signIn),
})
export type OauthState = z.infer<typeof OauthState>

const STATE_SECONDS = 10 * 60
/** Long enough to find a password that was not used for a long time. */
const PENDING_IDENTITY_SECONDS = 30 * 60

type OauthCookies = ReturnType<typeof createOauthCookies>

/**
 * Two signed cookies: `state` proves that the browser that returns from the provider is the one that left.
 * `pendingIdentity` is the Google account that waits for the password of the existing account.
 */
export function createOauthCookies({
  config,
  secret,
  now,
}: Pick<Context, 'config' | 'secret' | 'now'>) {
  const flags = cookieFlags(config.secure)

  function createCookie<S extends z.ZodMiniObject>(purpose: string, schema: S, seconds: number) {
    const name = cookieName(config, purpose)
    const signed = createSignedCookie({ secret, now, purpose, schema, seconds })
    return {
      set: async (reply: FastifyReply, value: z.output<S>) => {
        reply.setCookie(name, await signed.sign(value), { ...flags, maxAge: seconds })
      },
      /** Returns null if the cookie is missing, forged or expired. */
      read: ({ headers }: FastifyRequest) => signed.verify(readCookie(headers, name) ?? ''),
      clear: (reply: FastifyReply) => void reply.clearCookie(name, flags),
    }
  }

  return {
    state: createCookie('oauth_state', OauthState, STATE_SECONDS),
    pendingIdentity: createCookie('link', VerifiedIdentity, PENDING_IDENTITY_SECONDS),
  }
}
