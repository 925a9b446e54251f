import { moveShow, planMove } from '@marquee/contract/office/shows/show-moves'
import * as moves from '../bookings/shows/show-moves.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

export const showMovesRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(planMove),
    handler: ({ params, body }) => moves.planMove(ctx, { ...params, ...body }),
  })

  app.route({
    ...officeRoute(moveShow),
    handler: async (request) => {
      const { params, body } = request
      const deviceId = requireDevice(request).id
      const isMoved = await moves.moveShow(ctx, { ...params, ...body, deviceId })
      return { success: true as const, isMoved }
    },
  })
}
