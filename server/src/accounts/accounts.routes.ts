import {
  getSession,
  postSignOut,
  refreshSession,
  signIn,
  signOut,
  signUp,
} from '@marquee/contract/accounts'
import { SESSION_ENDED } from '@marquee/contract/session'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { unauthenticated } from '../errors.ts'
import { type App, route } from '../http/route.ts'
import * as accounts from './accounts.service.ts'
import { googleRoutes } from './google.routes.ts'
import { profileRoutes } from './profile.routes.ts'
import { renewSession } from './sessions.service.ts'

export const accountsRoutes = (ctx: Context) => async (app: App) => {
  const { sessions, oauthCookies } = app
  await app.register(profileRoutes(ctx))
  await app.register(googleRoutes(ctx))

  app.route({
    ...route(signUp),
    handler: async ({ body }) => {
      await accounts.signUp(ctx, body)
      return { success: true as const, message: 'Your account is ready. Please sign in.' }
    },
  })

  app.route({
    ...route(signIn),
    handler: async (request, reply) => {
      const { linkGoogle } = request.body
      const identity = linkGoogle ? await oauthCookies.pendingIdentity.read(request) : null
      const { user, session, googleLinked } = await accounts.signIn(ctx, request.body, identity)
      await sessions.end(request)
      sessions.cookies.set(reply, session)
      if (linkGoogle) oauthCookies.pendingIdentity.clear(reply)
      const message = `Welcome, ${user.username}!`
      return { success: true as const, message, user, ...(linkGoogle && { googleLinked }) }
    },
  })

  const handleSignOut = async (request: FastifyRequest, reply: FastifyReply) => {
    await sessions.end(request)
    sessions.cookies.clear(reply)
    oauthCookies.pendingIdentity.clear(reply)
    return { success: true as const, message: 'You are signed out.' }
  }
  app.route({ ...route(signOut), handler: handleSignOut })
  app.route({ ...route(postSignOut), handler: handleSignOut })

  app.route({
    ...route(refreshSession),
    handler: async (request, reply) => {
      if (await renew(request, reply, request.body.userId)) return { success: true as const }
      sessions.cookies.clear(reply)
      throw unauthenticated(SESSION_ENDED)
    },
  })

  app.route({
    ...route(getSession),
    handler: async (request, reply) => {
      const userId = request.userId ?? (await renew(request, reply))
      // Without a refresh token there may be a sign-in under way, whose cookies this answer must not clear.
      if (!userId && sessions.cookies.refreshToken(request.headers)) sessions.cookies.clear(reply)
      const user = userId ? await accounts.findUser(ctx, userId) : undefined
      return { user: user ?? null }
    },
  })

  /** Renews the session of a request and sets its new cookies. Returns its user, null if it cannot be renewed. */
  async function renew(request: FastifyRequest, reply: FastifyReply, userId?: string) {
    const refreshToken = sessions.cookies.refreshToken(request.headers)
    const session = refreshToken ? await renewSession(ctx, { refreshToken, userId }) : null
    if (session) sessions.cookies.set(reply, session)
    return session?.userId ?? null
  }
}
