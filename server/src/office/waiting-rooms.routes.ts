import {
  endWaitingRoom,
  getWaitingRoom,
  setWaitingRoom,
} from '@marquee/contract/office/shows/waiting-rooms'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import * as queues from '../waiting-room/staff-queues.service.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

/** The waiting rooms of shows. */
export const staffWaitingRoomsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(getWaitingRoom),
    handler: async ({ params }) => ({ room: await queues.readStaffQueue(ctx, params.showtimeId) }),
  })

  app.route({
    ...officeRoute(setWaitingRoom),
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      const opening = { ...request.params, ...request.body, deviceId }
      return { room: await queues.setOpening(ctx, opening) }
    },
  })

  app.route({
    ...officeRoute(endWaitingRoom),
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      return { room: await queues.endByStaff(ctx, { ...request.params, deviceId }) }
    },
  })
}
