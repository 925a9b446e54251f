import {
  getSharedPass,
  listFriendPasses,
  listPasses,
  listPassKeys,
  replacePasses,
  TICKET_FILES,
} from '@marquee/contract/tickets/tickets'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { clientOf, requireSession, requireUser } from '../http/session/session.plugin.ts'
import * as passes from '../tickets/passes.service.ts'
import * as files from '../tickets/ticket-files.service.ts'
import { replaceOwnPasses } from './change/changes.service.ts'

/** Beside the bookings: a route in tickets/ would import accounts/, which sends mails, and mails contain tickets. */
export const ticketsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listPassKeys),
    handler: async () => ({ keys: ctx.passKeys.publicKeys }),
  })

  app.route({
    ...route(listPasses),
    handler: (request) => passes.listPasses(ctx, ownTicket(request)),
  })

  app.route({
    ...route(replacePasses),
    onRequest: requireSession,
    handler: (request) => replaceOwnPasses(ctx, ownTicket(request), request.body.issue),
  })

  app.route({
    ...route(listFriendPasses),
    handler: ({ visitorId, userId }) =>
      passes.listFriendPasses(ctx, { visitorId, userId: userId ?? null }),
  })

  app.route({
    ...route(getSharedPass),
    handler: ({ params }) => passes.getSharedPass(ctx, params.token),
  })

  app.get<OfBooking>(TICKET_FILES.bookingCalendar, async (request, reply) =>
    sendCalendar(reply, await files.bookingCalendar(ctx, ownTicket(request))),
  )

  app.get<OfBooking>(TICKET_FILES.bookingPdf, async (request, reply) => {
    const { ipKey } = clientOf(request)
    const { name, content } = await files.bookingPdf(ctx, ownTicket(request), ipKey)
    return sendFile(reply, `${name}.pdf`, { type: 'application/pdf', content })
  })

  app.get<OfPass>(TICKET_FILES.passCalendar, async ({ params }, reply) =>
    sendCalendar(reply, await files.passCalendar(ctx, params.token)),
  )
}

type OfBooking = { Params: { reference: string } }
type OfPass = { Params: { token: string } }

const ownTicket = (request: FastifyRequest<OfBooking>) => ({
  userId: requireUser(request),
  reference: request.params.reference,
})

const sendCalendar = (reply: FastifyReply, { name, content }: { name: string; content: string }) =>
  sendFile(reply, `${name}.ics`, { type: 'text/calendar; charset=utf-8', content })

const sendFile = (
  reply: FastifyReply,
  name: string,
  { type, content }: { type: string; content: string | Buffer },
) => reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(content)
