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
  app.route({ ...route(listSeats), handler: createHandler(ctx, seatsOf) })
  app.route({ ...route(listParking), handler: createHandler(ctx, parkingOf) })
  app.route({
    ...route(proposePairs),
    handler: ({ query }) => pairs.proposePairs(ctx, query.date),
  })
}

const seatsOf = (map: SeatMap, holder?: string) => placeViews(map, map.places, holder).seats

function parkingOf(map: SeatMap, holder?: string) {
  const { slots } = placeViews(map, map.places, holder)
  return {
    twoWheelerSlots: slots.filter(({ type }) => type === 'twoWheeler'),
    fourWheelerSlots: slots.filter(({ type }) => type === 'fourWheeler'),
  }
}

type Request = FastifyRequest<{ Params: { showtimeId: string } }>

/** A holder's response marks the holder's own holds. All other visitors get one shared response. */
function createHandler<Body>(ctx: Context, createBody: (map: SeatMap, holder?: string) => Body) {
  const responseFor = createResponseCache(ctx, (map) => createBody(map))
  return async (request: Request, reply: FastifyReply) => {
    const { params, holder } = request
    const state = await ctx.showtimes.view(params.showtimeId)
    reply.header(REV_HEADER, state.rev)
    const response = responseFor(state)
    if (response.choosers.has(holder)) return createBody(response.map, holder)
    return sendEncoded<Body>(request, reply, response.bytes)
  }
}
