import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { forbidden, unauthenticated } from '../errors.ts'
import { createAccessTokens, type Who } from './access-token.ts'
import { cookieIn, sessionCookies } from './session-cookies.ts'
import { type Granted, isLive } from './sessions.service.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose live session the request comes from; null when signed out. */
    userId: string | null
    sessionId: string | null
  }
  interface FastifyInstance {
    sessions: Sessions
  }
}

export type Sessions = ReturnType<typeof createSessions>

/** Knows who is signed in by their cookies, over HTTP and at the socket's handshake alike. */
export function createSessions(ctx: Context, secret: string) {
  const { secure, publicUrl } = ctx.config
  const { access, refresh } = sessionCookies(secure)
  const tokens = createAccessTokens({ secret, issuer: publicUrl, now: ctx.now })

  /** Whether it is worth looking: most who look at a map have not signed in. */
  const isNamedIn = ({ cookie = '' }: IncomingHttpHeaders) => cookie.includes(access.name)

  /** A token says who signed in; whether they still are, only the database knows. */
  async function whoIs(headers: IncomingHttpHeaders): Promise<Who | null> {
    const token = cookieIn(headers, access.name)
    const who = token ? await tokens.read(token) : null
    return who && (await isLive(ctx, who)) ? who : null
  }

  async function give(reply: FastifyReply, granted: Granted) {
    reply.setCookie(access.name, await tokens.issue(granted), access.options)
    reply.setCookie(refresh.name, granted.refreshToken, refresh.options)
  }

  function clear(reply: FastifyReply) {
    reply.clearCookie(access.name, access.options)
    reply.clearCookie(refresh.name, refresh.options)
  }

  const presented = ({ sessionId, headers }: FastifyRequest) => ({
    sessionId,
    refreshToken: cookieIn(headers, refresh.name),
  })

  return { isNamedIn, whoIs, give, clear, presented }
}

/** Tells every request of the interface who is signed in. */
export function recogniseUsers(app: FastifyInstance, sessions: Sessions) {
  app.decorate('sessions', sessions)
  app.decorateRequest('userId', null)
  app.decorateRequest('sessionId', null)
  app.addHook('onRequest', (request, _, done) => {
    if (!sessions.isNamedIn(request.headers)) return done()
    sessions.whoIs(request.headers).then((who) => {
      request.userId = who?.userId ?? null
      request.sessionId = who?.sessionId ?? null
      done()
    }, done)
  })
}

/** Whose request it is. Throws UNAUTHENTICATED when signed out. */
export function signedIn({ userId }: Pick<FastifyRequest, 'userId'>) {
  if (userId === null) throw unauthenticated('Please sign in.')
  return userId
}

/** The same, for a call that names a user: FORBIDDEN for any other, whether or not there is one. */
export function ownUser(request: Pick<FastifyRequest, 'userId'>, named: string) {
  const userId = signedIn(request)
  if (named !== userId) throw forbidden()
  return userId
}
