import { deleteUser, updateUser } from '@marquee/contract/accounts/accounts'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { clientOf, requireOwnUser, requireSession } from '#src/http/session/session.plugin.ts'
import { deleteAccount, updateAccount } from './profile.service.ts'

export const profileRoutes = (ctx: Context) => async (app: App) => {
  const { cookies, browsers } = app.sessions

  app.route({
    ...route(updateUser),
    onRequest: requireSession,
    handler: async (request, reply) => {
      const userId = requireOwnUser(request, request.params.userId)
      const { user, session } = await updateAccount(
        ctx,
        { userId, sessionId: request.sessionId ?? '', changes: request.body },
        clientOf(request),
      )
      if (session) {
        cookies.set(reply, session)
        await browsers.remember(request, reply, user.email)
      }
      return user
    },
  })

  app.route({
    ...route(deleteUser),
    handler: async (request, reply) => {
      const userId = requireOwnUser(request, request.params.userId)
      await deleteAccount(ctx, { userId, visitorId: request.visitorId })
      cookies.clear(reply)
      browsers.clear(reply)
      return { success: true as const, message: 'Your account has been deleted.' }
    },
  })
}
