import {
  getScreenSeats,
  listSeatOutages,
  planOutage,
  putBackInService,
  takeOutOfService,
} from '@marquee/contract/office/shows/seat-outages'
import * as screens from '../bookings/shows/screen-seats.service.ts'
import * as outages from '../bookings/shows/seat-outages.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

export const seatOutagesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(listSeatOutages),
    handler: () => screens.listSeatOutages(ctx),
  })

  app.route({
    ...officeRoute(getScreenSeats),
    handler: ({ params }) => screens.getScreenSeats(ctx, params.screenId),
  })

  app.route({
    ...officeRoute(planOutage),
    handler: ({ params, body }) => outages.planOutage(ctx, { ...params, ...body }),
  })

  app.route({
    ...officeRoute(takeOutOfService),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const taken = await outages.takeOutOfService(ctx, { ...params, ...body, deviceId })
      return { success: true as const, taken }
    },
  })

  app.route({
    ...officeRoute(putBackInService),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const returned = await outages.putBackInService(ctx, { ...params, ...body, deviceId })
      return { success: true as const, returned }
    },
  })
}
