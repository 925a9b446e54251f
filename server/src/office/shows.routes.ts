import { sellPlaces } from '@marquee/contract/office/sales'
import {
  blockPlaces,
  getShow,
  listShows,
  unblockPlaces,
} from '@marquee/contract/office/shows/shows'
import * as houseSeats from '../bookings/house-seats/house-seats.service.ts'
import * as bookings from '../bookings/list/staff-bookings.service.ts'
import * as sales from '../bookings/order/staff-sales.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'
import * as shows from './shows.service.ts'

export const showsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(listShows),
    handler: ({ query }) => shows.listShows(ctx, query.date),
  })

  app.route({
    ...officeRoute(getShow),
    handler: ({ params }) => shows.getShow(ctx, params.showtimeId),
  })

  app.route({
    ...officeRoute(blockPlaces),
    handler: async (request) => {
      const { params, body } = request
      await sales.keepHouseSeats(ctx, { ...params, ...body, deviceId: requireDevice(request).id })
      return { success: true as const, blocked: body.placeIds.length }
    },
  })

  app.route({
    ...officeRoute(unblockPlaces),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const unblocked = await houseSeats.giveBackHouseSeats(ctx, { ...params, ...body, deviceId })
      return { success: true as const, unblocked }
    },
  })

  app.route({
    ...officeRoute(sellPlaces),
    handler: async (request) => {
      const { params, headers, body: sale } = request
      const deviceId = requireDevice(request).id
      const key = headers['idempotency-key']
      const bookingId = await sales.sellAtCounter(ctx, { ...params, deviceId, sale, key })
      const { booking, passes } = await bookings.readSale(ctx, bookingId)
      return { success: true as const, booking, passes }
    },
  })
}
