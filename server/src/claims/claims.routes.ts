import { listParking } from '@marquee/contract/parking'
import { listSeats, REV_HEADER } from '@marquee/contract/seats'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import type { ShowtimeMap } from './map.ts'
import { viewsOf } from './places.view.ts'
import { readMap } from './showtime-map.ts'

export const claimsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listSeats),
    handler: async ({ params, holder }, reply) => {
      const map = await readMap(ctx, params.showtimeId)
      asOfNow(reply, map)
      return viewsOf(map, map.places, holder).seats
    },
  })

  app.route({
    ...route(listParking),
    handler: async ({ params, holder }, reply) => {
      const map = await readMap(ctx, params.showtimeId)
      asOfNow(reply, map)
      const { slots } = viewsOf(map, map.places, holder)
      return {
        twoWheelerSlots: slots.filter(({ type }) => type === 'twoWheeler'),
        fourWheelerSlots: slots.filter(({ type }) => type === 'fourWheeler'),
      }
    },
  })
}

/** A map is worth showing only while it is true. */
function asOfNow(reply: FastifyReply, { rev }: ShowtimeMap) {
  reply.header('cache-control', 'no-store').header(REV_HEADER, rev)
}
