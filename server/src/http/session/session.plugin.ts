import { createHmac, hkdfSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import DataLoader from 'dataloader'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import * as z from 'zod/mini'
import type { Context } from '#src/context.ts'
import { forbidden, unauthenticated } from '#src/errors.ts'
import { ipRateLimitKey } from '#src/limits/client-address.ts'
import {
  type CookieSettings,
  clearOldCookies,
  cookieFlags,
  cookieName,
  MAX_COOKIE_SECONDS,
  readCookie,
} from '../cookies/cookies.ts'
import { createSignedCookie } from '../cookies/signed-cookie.ts'
import {
  ACCESS_SECONDS,
  type ActiveSession,
  createTokenDerivation,
  endCurrentSession,
  findActiveSessions,
  type GrantedSession,
  REFRESH_SECONDS,
  renewSession,
} from './sessions.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the request's active session; null when signed out. */
    userId: string | null
    sessionId: string | null
    /** The email of the user; null when signed out. */
    email: string | null
    /** Whether the email of the user is confirmed. */
    isConfirmed: boolean
  }
  interface FastifyInstance {
    sessions: Sessions
  }
}

type Sessions = ReturnType<typeof createSessions>

/** Finds the session of HTTP requests and of socket handshakes by their cookies. */
export function createSessions(ctx: Context) {
  const deriveTokens = createTokenDerivation(ctx.secret)
  const cookies = createSessionCookies(ctx.config)
  // Requests that arrive together share one query.
  const loader = new DataLoader(
    (accessTokens: readonly string[]) => findActiveSessions(ctx, accessTokens),
    { cache: false, maxBatchSize: 500, batchScheduleFn: setImmediate },
  )

  return {
    cookies,
    browsers: createBrowserCookies(ctx),

    find: async (headers: IncomingHttpHeaders): Promise<ActiveSession | null> => {
      const accessToken = cookies.accessToken(headers)
      return accessToken ? loader.load(accessToken) : null
    },

    /** Renews the session of a request and sets its new cookies. Returns its user, null if it cannot be renewed. */
    renew: async (request: FastifyRequest, reply: FastifyReply, userId?: string) => {
      const refreshToken = cookies.refreshToken(request.headers)
      if (!refreshToken) return null
      const client = clientOf(request)
      const session = await renewSession(ctx, { refreshToken, client, deriveTokens, userId })
      if (session) cookies.set(reply, session)
      return session?.userId ?? null
    },

    /** Ends the session of a request, even if its access token has expired. */
    end: ({ sessionId, headers }: FastifyRequest) =>
      endCurrentSession(ctx, { sessionId, refreshToken: cookies.refreshToken(headers) }),
  }
}

export const clientOf = ({ visitorId, ip, headers }: FastifyRequest) => ({
  visitorId,
  ipKey: ipRateLimitKey(ip),
  userAgent: headers['user-agent'],
})

/** Sets `userId` and `sessionId` on every API request. */
export function registerSessions(app: FastifyInstance, sessions: Sessions) {
  app.decorate('sessions', sessions)
  app.decorateRequest('userId', null)
  app.decorateRequest('sessionId', null)
  app.decorateRequest('email', null)
  app.decorateRequest('isConfirmed', false)
  app.addHook('onRequest', (request, _, done) => {
    if (!sessions.cookies.mayHaveAccessToken(request.headers)) return done()
    sessions.find(request.headers).then((session) => {
      request.userId = session?.userId ?? null
      request.sessionId = session?.sessionId ?? null
      request.email = session?.email ?? null
      request.isConfirmed = session?.isConfirmed ?? false
      done()
    }, done)
  })
}

/** An `onRequest` hook: refuses signed-out visitors before the body is read. Throws UNAUTHENTICATED. */
export const requireSession: onRequestHookHandler = (request, _, done) => {
  requireUser(request)
  done()
}

/** Throws UNAUTHENTICATED when signed out. */
export function requireUser({ userId }: Pick<FastifyRequest, 'userId'>) {
  if (userId === null) throw unauthenticated('Please sign in.')
  return userId
}

/** Returns the user of a request that names a user. Throws FORBIDDEN for any other user, whether or not it exists. */
export function requireOwnUser(request: Pick<FastifyRequest, 'userId'>, requestedUserId: string) {
  const userId = requireUser(request)
  if (requestedUserId !== userId) throw forbidden()
  return userId
}

/** Sets, reads and clears the access and refresh cookies. */
function createSessionCookies(settings: CookieSettings) {
  const flags = cookieFlags(settings.secure)
  const accessName = cookieName(settings, 'access')
  const refreshName = cookieName(settings, 'refresh')

  return {
    set: (reply: FastifyReply, { accessToken, refreshToken }: GrantedSession) => {
      reply.setCookie(accessName, accessToken, { ...flags, maxAge: ACCESS_SECONDS })
      reply.setCookie(refreshName, refreshToken, { ...flags, maxAge: REFRESH_SECONDS })
    },
    clear: (reply: FastifyReply) => {
      reply.clearCookie(accessName, flags)
      reply.clearCookie(refreshName, flags)
      clearOldCookies(reply, settings.secure)
    },
    /** A cheap test: most requests for a seat map come from visitors who are signed out. */
    mayHaveAccessToken: ({ cookie = '' }: IncomingHttpHeaders) => cookie.includes(accessName),
    accessToken: (headers: IncomingHttpHeaders) => readCookie(headers, accessName),
    refreshToken: (headers: IncomingHttpHeaders) => readCookie(headers, refreshName),
  }
}

/** The accounts that a browser has signed in to, newest first, each as a keyed hash of its email. */
const BrowserCookie = z.object({ id: z.string(), accounts: z.array(z.string()) })

const MAX_ACCOUNTS = 5
const KEY_BYTES = 32

/** A signed cookie that stays after sign-out. It gives no access. A browser that has it has its own limit of wrong passwords. */
function createBrowserCookies({ config, secret, now }: Pick<Context, 'config' | 'secret' | 'now'>) {
  const name = cookieName(config, 'browser')
  const flags = cookieFlags(config.secure)
  const signed = createSignedCookie({
    secret,
    purpose: 'browser',
    now,
    schema: BrowserCookie,
    seconds: MAX_COOKIE_SECONDS,
  })
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'marquee browser accounts', KEY_BYTES))
  const accountOf = (email: string) => createHmac('sha256', key).update(email).digest('base64url')
  const read = ({ headers }: FastifyRequest) => signed.verify(readCookie(headers, name) ?? '')

  return {
    /** Returns the id of a browser that has signed in to an account before, otherwise null. */
    find: async (request: FastifyRequest, email: string) => {
      const browser = await read(request)
      return browser?.accounts.includes(accountOf(email)) ? browser.id : null
    },

    /** Records a sign-in. */
    remember: async (request: FastifyRequest, reply: FastifyReply, email: string) => {
      const { id, accounts } = (await read(request)) ?? { id: crypto.randomUUID(), accounts: [] }
      const newest = [...new Set([accountOf(email), ...accounts])].slice(0, MAX_ACCOUNTS)
      const value = await signed.sign({ id, accounts: newest })
      reply.setCookie(name, value, { ...flags, maxAge: MAX_COOKIE_SECONDS })
    },

    clear: (reply: FastifyReply) => void reply.clearCookie(name, flags),
  }
}
