import { listValetShows, listVehicles, setVehicleState } from '@marquee/contract/office/valet'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import * as vehicles from '../valet/vehicles.service.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'
import * as shows from './shows.service.ts'

export const valetRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(listValetShows),
    handler: () => shows.listValetShows(ctx),
  })

  app.route({
    ...officeRoute(listVehicles),
    handler: async ({ params }) => ({
      vehicles: await vehicles.listVehicles(ctx, params.showtimeId),
    }),
  })

  app.route({
    ...officeRoute(setVehicleState),
    handler: (request) => {
      const { id: deviceId } = requireDevice(request)
      return vehicles.setVehicleState(ctx, { ...request.params, ...request.body, deviceId })
    },
  })
}
