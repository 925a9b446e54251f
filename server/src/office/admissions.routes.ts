import { admitPass, getDoorList, undoAdmission } from '@marquee/contract/office/door/admissions'
import type { Context } from '../context.ts'
import * as admissions from '../door/admissions.service.ts'
import { getDoorList as readDoorList } from '../door/door-list.service.ts'
import type { App } from '../http/route.ts'
import { officeRoute, requireDevice } from './devices/device-session.plugin.ts'

export const admissionsRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(admitPass),
    handler: (request) =>
      admissions.admitPass(ctx, { scan: request.body, deviceId: requireDevice(request).id }),
  })

  app.route({
    ...officeRoute(undoAdmission),
    handler: async (request) => {
      const { id: deviceId, scope } = requireDevice(request)
      const { scanId } = request.params
      const { undoneAt } = request.body
      const isManager = scope === 'manager'
      const admitted = await admissions.undoAdmission(ctx, {
        scanId,
        undoneAt,
        deviceId,
        isManager,
      })
      return { success: true as const, admitted }
    },
  })

  app.route({
    ...officeRoute(getDoorList),
    handler: ({ params }) => readDoorList(ctx, params.showtimeId),
  })
}
