import { bringCar, listOwnVehicles } from '@marquee/contract/office/valet'
import type { Context } from '../context.ts'
import { type App, route } from '../http/route.ts'
import { requireUser } from '../http/session/session.plugin.ts'
import * as vehicles from './vehicles.service.ts'

/** The calls of the site: the vehicles of a visitor's own booking. */
export const ownVehiclesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...route(listOwnVehicles),
    handler: (request) =>
      vehicles.listOwnVehicles(ctx, { userId: requireUser(request), ...request.params }),
  })

  app.route({
    ...route(bringCar),
    handler: (request) =>
      vehicles.bringCar(ctx, { userId: requireUser(request), ...request.params }),
  })
}
