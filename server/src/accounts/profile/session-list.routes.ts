import { endAllSessions, endSession, listSessions } from '@marquee/contract/accounts/session-list'
import type { FastifyReply } from 'fastify'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { requireUser } from '#src/http/session/session.plugin.ts'
import * as sessionList from '#src/http/session/session-list.service.ts'

export const sessionListRoutes = (ctx: Context) => async (app: App) => {
  const { sessions, oauthCookies } = app

  const clearCookies = (reply: FastifyReply) => {
    sessions.cookies.clear(reply)
    oauthCookies.pendingIdentity.clear(reply)
  }

  app.route({
    ...route(listSessions),
    handler: (request) =>
      sessionList.listSessions(ctx, {
        userId: requireUser(request),
        sessionId: request.sessionId ?? '',
      }),
  })

  app.route({
    ...route(endSession),
    handler: async (request, reply) => {
      const { sessionId } = request.params
      await sessionList.endSessionOfUser(ctx, { userId: requireUser(request), sessionId })
      if (sessionId === request.sessionId) clearCookies(reply)
      return { success: true as const, message: 'The device is signed out.' }
    },
  })

  app.route({
    ...route(endAllSessions),
    handler: async (request, reply) => {
      await sessionList.endAllSessions(ctx, requireUser(request))
      clearCookies(reply)
      return { success: true as const, message: 'You are signed out on all devices.' }
    },
  })
}
