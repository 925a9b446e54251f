import { tellMe } from '@marquee/contract/movies/booking-alerts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { requireSession, requireUser } from '../http/session/session.plugin.ts'
import { acceptForms, sendUnsubscribePage } from '../messages/unsubscribe/unsubscribe-page.ts'
import {
  unsubscribePath,
  verifyUnsubscribeToken,
} from '../messages/unsubscribe/unsubscribe-tokens.ts'
import * as alerts from './booking-alerts.service.ts'

export const bookingAlertsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(tellMe),
    onRequest: requireSession,
    handler: async (request) => {
      await alerts.tellMe(ctx, requireUser(request), request.params.movieId)
      return { success: true as const, message: 'We will email you when booking opens.' }
    },
  })
}

const PATH = unsubscribePath(':token', 'alerts')
type OfToken = { Params: { token: string } }

/** The link in alerts. Its page has a button, because mail scanners open links by themselves. Mail programs send a POST (RFC 8058). */
export const stopAlertsRoutes = (ctx: Context) => async (app: FastifyInstance) => {
  const { brandName } = ctx.config
  acceptForms(app)

  app.get<OfToken>(PATH, { exposeHeadRoute: false }, async ({ params: { token } }, reply) => {
    const isValid = verifyUnsubscribeToken(ctx, token, 'alerts') !== undefined
    if (!isValid) return sendUnsubscribePage(reply.code(404), brandName, INVALID)
    const form = { path: unsubscribePath(token, 'alerts'), button: 'Stop alerts' }
    return sendUnsubscribePage(reply, brandName, { ...ASK, form })
  })

  app.post<OfToken>(PATH, async ({ params: { token } }, reply) =>
    (await alerts.stopAlerts(ctx, token))
      ? sendUnsubscribePage(reply, brandName, STOPPED)
      : sendUnsubscribePage(reply.code(404), brandName, INVALID),
  )
}

const ASK = {
  title: 'Stop alerts?',
  text: 'We email you once when booking opens for a movie that you asked about.',
}
const STOPPED = {
  title: 'Alerts are stopped',
  text: 'We will not email you about the movies that you asked about. You can ask again on the page of a movie.',
}
const INVALID = {
  title: 'This link is not valid',
  text: 'Please use the link in a newer email.',
}
