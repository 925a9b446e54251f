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
import { endSession, renewSession } from './sessions.service.ts'

export const accountsRoutes = (ctx: Context) => async (app: App) => {
  const { sessions, visits } = app
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
      const link = linkGoogle ? await visits.link.kept(request) : null
      const { user, session, googleLinked } = await accounts.signIn(ctx, request.body, link)
      await endSession(ctx, sessions.presented(request))
      await sessions.give(reply, session)
      if (linkGoogle) visits.link.forget(reply)
      const message = `Welcome, ${user.username}!`
      return { success: true as const, message, user, ...(linkGoogle && { googleLinked }) }
    },
  })

  const leave = async (request: FastifyRequest, reply: FastifyReply) => {
    await endSession(ctx, sessions.presented(request))
    sessions.clear(reply)
    visits.link.forget(reply)
    return { success: true as const, message: 'You are signed out.' }
  }
  app.route({ ...route(signOut), handler: leave })
  app.route({ ...route(postSignOut), handler: leave })

  app.route({
    ...route(refreshSession),
    handler: async (request, reply) => {
      if (await renew(request, reply, request.body.userId)) return { success: true as const }
      sessions.clear(reply)
      throw unauthenticated(SESSION_ENDED)
    },
  })

  app.route({
    ...route(getSession),
    handler: async (request, reply) => {
      const userId = request.userId ?? (await renew(request, reply))
      // Whoever brought none may be signing in at this very moment, and this answer arrive after that one.
      if (!userId && sessions.presented(request).refreshToken) sessions.clear(reply)
      const user = userId ? await accounts.findUser(ctx, userId) : undefined
      return { user: user ?? null }
    },
  })

  /** Whose session goes on; null if none does. */
  async function renew(request: FastifyRequest, reply: FastifyReply, userId?: string) {
    const { refreshToken: token } = sessions.presented(request)
    const renewed = token ? await renewSession(ctx, { token, userId }) : null
    if (renewed) await sessions.give(reply, renewed)
    return renewed?.userId ?? null
  }
}
