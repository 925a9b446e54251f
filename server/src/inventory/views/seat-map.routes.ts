import { proposePairs } from '@marquee/contract/movies/programme'
import { listParking, listPublicParking } from '@marquee/contract/parking'
import { REV_HEADER } from '@marquee/contract/seats/places-route'
import { listPublicSeats, listSeats } from '@marquee/contract/seats/seats'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { sendEncoded } from '#src/http/web/encoded-body.ts'
import { makePublic } from '#src/http/web/public-response.ts'
import type { ShowtimeState } from '../state.ts'
import * as pairs from './pair-proposals.ts'
import { createResponseCache } from './response-cache.ts'
import { placeViews, shownPlaces, type View } from './seat-map.ts'

export const seatMapRoutes = (ctx: Context) => async (app: App) => {
  const seats = createHandlers(ctx, seatsBody)
  const parking = createHandlers(ctx, parkingBody)
  app.route({ ...route(listSeats), handler: seats.send })
  app.route({ ...route(listParking), handler: parking.send })
  app.route({ ...route(listPublicSeats), handler: seats.sendPublic })
  app.route({ ...route(listPublicParking), handler: parking.sendPublic })
  app.route({
    ...route(proposePairs),
    handler: ({ query }) => pairs.proposePairs(ctx, query.date),
  })
}

const seatsBody = (view: View, visitorId?: string) =>
  placeViews(view, shownPlaces(view.state), visitorId).seats

function parkingBody(view: View, visitorId?: string) {
  const { slots } = placeViews(view, shownPlaces(view.state), visitorId)
  return {
    twoWheelerSlots: slots.filter(({ type }) => type === 'twoWheeler'),
    fourWheelerSlots: slots.filter(({ type }) => type === 'fourWheeler'),
  }
}

type Request = FastifyRequest<{ Params: { showtimeId: string } }>

/** The response of a visitor who has chosen places marks them. All other visitors get one shared response, and so does everyone with `sendPublic`. */
function createHandlers<Body>(ctx: Context, createBody: (view: View, visitorId?: string) => Body) {
  const responseFor = createResponseCache(ctx, (view) => createBody(view))

  function findResponse(state: ShowtimeState, reply: FastifyReply) {
    reply.header(REV_HEADER, state.rev)
    return responseFor(state)
  }

  return {
    send: async (request: Request, reply: FastifyReply) => {
      const { params, visitorId } = request
      const response = findResponse(await ctx.showtimes.view(params.showtimeId), reply)
      if (response.visitorIds.has(visitorId)) return createBody(response.view, visitorId)
      return sendEncoded<Body>(request, reply, response.bytes)
    },
    sendPublic: async (request: Request, reply: FastifyReply) => {
      // Shared caches keep it for a second, so it need not wait until the room has been told of the last change.
      const { bytes } = findResponse(await ctx.showtimes.viewLast(request.params.showtimeId), reply)
      makePublic(request, reply, { isWithoutCookie: true })
      return sendEncoded<Body>(request, reply, bytes)
    },
  }
}
