import { proposePairs } from '@marquee/contract/movies/programme'
import { listParking } from '@marquee/contract/parking'
import { listSeats, REV_HEADER } from '@marquee/contract/seats/seats'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#src/context.ts'
import { type App, route } from '#src/http/route.ts'
import { sendEncoded } from '#src/http/web/encoded-body.ts'
import * as pairs from './pair-proposals.ts'
import { placeViews } from './places.view.ts'
import { createResponseCache } from './response-cache.ts'
import type { SeatMap } from './seat-map.ts'

export const seatMapRoutes = (ctx: Context) => async (app: App) => {
  app.route({ ...route(listSeats), handler: createHandler(ctx, seatsBody) })
  app.route({ ...route(listParking), handler: createHandler(ctx, parkingBody) })
  app.route({
    ...route(proposePairs),
    handler: ({ query }) => pairs.proposePairs(ctx, query.date),
  })
}

const seatsBody = (map: SeatMap, viewer?: string) => placeViews(map, map.places, viewer).seats

function parkingBody(map: SeatMap, viewer?: string) {
  const { slots } = placeViews(map, map.places, viewer)
  return {
    twoWheelerSlots: slots.filter(({ type }) => type === 'twoWheeler'),
    fourWheelerSlots: slots.filter(({ type }) => type === 'fourWheeler'),
  }
}

type Request = FastifyRequest<{ Params: { showtimeId: string } }>

/** The response of a visitor who has chosen places marks them. All other visitors get one shared response. */
function createHandler<Body>(ctx: Context, createBody: (map: SeatMap, viewer?: string) => Body) {
  const responseFor = createResponseCache(ctx, (map) => createBody(map))
  return async (request: Request, reply: FastifyReply) => {
    const { params, visitorId } = request
    const state = await ctx.showtimes.view(params.showtimeId)
    reply.header(REV_HEADER, state.rev)
    const response = responseFor(state)
    if (response.chooserIds.has(visitorId)) return createBody(response.map, visitorId)
    return sendEncoded<Body>(request, reply, response.bytes)
  }
}
