import { listNotices, readAllNotices, readNotice } from '@marquee/contract/accounts/notices'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { requireSession, requireUser } from '#src/http/session/session.plugin.ts'
import * as notices from './notices.service.ts'

/** What the account of the session is told. */
export const noticesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listNotices),
    onRequest: requireSession,
    handler: (request) => notices.listNotices(ctx, requireUser(request)),
  })

  app.route({
    ...route(readNotice),
    onRequest: requireSession,
    handler: async (request) => {
      await notices.readNotice(ctx, requireUser(request), request.params.noticeId)
      return { success: true as const, message: 'The notice is marked as read.' }
    },
  })

  app.route({
    ...route(readAllNotices),
    onRequest: requireSession,
    handler: async (request) => {
      await notices.readAllNotices(ctx, requireUser(request))
      return { success: true as const, message: 'All notices are marked as read.' }
    },
  })
}
