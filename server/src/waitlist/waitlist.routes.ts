import {
  joinWaitingList,
  leaveWaitingList,
  listWaitingEntries,
  openOffer,
} from '@marquee/contract/bookings/waiting-list'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { requireSession, requireUser } from '../http/session/session.plugin.ts'
import * as waitlist from './waitlist.service.ts'

/** The waiting lists of the signed-in user. */
export const waitlistRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(joinWaitingList),
    onRequest: requireSession,
    handler: async (request) => {
      const entry = await waitlist.joinWaitingList(ctx, requireUser(request), request.body)
      return { success: true as const, entry }
    },
  })

  app.route({
    ...route(listWaitingEntries),
    onRequest: requireSession,
    handler: async (request) => ({
      entries: await waitlist.listEntries(ctx, requireUser(request)),
    }),
  })

  app.route({
    ...route(leaveWaitingList),
    onRequest: requireSession,
    handler: async (request) => {
      await waitlist.leaveWaitingList(ctx, requireUser(request), request.params.entryId)
      return { success: true as const, message: 'You are no longer on the waiting list.' }
    },
  })

  app.route({
    ...route(openOffer),
    onRequest: requireSession,
    handler: async (request) => {
      const { visitorId, params } = request
      const userId = requireUser(request)
      const offer = { userId, visitorId, entryId: params.entryId }
      return { success: true as const, ...(await waitlist.openOffer(ctx, offer)) }
    },
  })
}
