import { listParking } from '@marquee/contract/parking'
import { listSeats, REV_HEADER } from '@marquee/contract/seats'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { negotiateEncoding } from '../http/encoding.ts'
import { type App, route } from '../http/route.ts'
import { viewsOf } from './places.view.ts'
import { sharedOf } from './response-cache.ts'
import { withoutExpired } from './seat-map.ts'
import type { SeatMap } from './seat-map.types.ts'

export const claimsRoutes = (ctx: Context) => async (app: App) => {
  app.route({ ...route(listSeats), handler: answering(ctx, seatsOf) })
  app.route({ ...route(listParking), handler: answering(ctx, parkingOf) })
}

const seatsOf = (map: SeatMap, holder?: string) => viewsOf(map, map.places, holder).seats

function parkingOf(map: SeatMap, holder?: string) {
  const { slots } = viewsOf(map, map.places, holder)
  return {
    twoWheelerSlots: slots.filter(({ type }) => type === 'twoWheeler'),
    fourWheelerSlots: slots.filter(({ type }) => type === 'fourWheeler'),
  }
}

type Request = FastifyRequest<{ Params: { showtimeId: string } }>

/** Whoever holds something here is told so; all others are sent the same bytes. */
function answering<Answer>(ctx: Context, say: (map: SeatMap, holder?: string) => Answer) {
  return async ({ params, holder, headers }: Request, reply: FastifyReply) => {
    const map = await ctx.seatMaps.get(params.showtimeId)
    reply.header(REV_HEADER, map.rev)
    const shared = sharedOf(ctx, map)
    if (shared.holders.has(holder)) return say(withoutExpired(ctx, map), holder)

    const encoding = negotiateEncoding(headers['accept-encoding'])
    const bytes = await shared.bytes(say, encoding)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply
      .type('application/json; charset=utf-8')
      .header('vary', 'accept-encoding')
      .send(bytes) as unknown as Answer
  }
}
