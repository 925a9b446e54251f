import { deleteUser, updateUser } from '@marquee/contract/accounts'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { deleteAccount, updateAccount } from './profile.service.ts'
import { ownUser } from './session.plugin.ts'

export const profileRoutes = (ctx: Context) => async (app: App) => {
  const { sessions } = app

  app.route({
    ...route(updateUser),
    handler: async (request, reply) => {
      const userId = ownUser(request, request.params.userId)
      const { user, session } = await updateAccount(ctx, userId, request.body)
      if (session) await sessions.give(reply, session)
      return user
    },
  })

  app.route({
    ...route(deleteUser),
    handler: async (request, reply) => {
      const userId = ownUser(request, request.params.userId)
      await deleteAccount(ctx, { userId, holder: request.holder })
      sessions.clear(reply)
      return { success: true as const, message: 'Your account has been deleted.' }
    },
  })
}
