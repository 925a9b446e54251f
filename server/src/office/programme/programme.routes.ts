import {
  applyProgramme,
  exportProgramme,
  MAX_CATALOGUE_BYTES,
  planProgramme,
} from '@marquee/contract/office/programme'
import { exportCatalogue } from '#src/catalogue/apply/export-catalogue.service.ts'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute, requireDevice } from '../devices/device-session.plugin.ts'
import * as plans from './programme-plans.service.ts'

/** Plans and applies changes of the programme. */
export const programmeRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(planProgramme),
    bodyLimit: MAX_CATALOGUE_BYTES,
    handler: ({ body }) => plans.planProgramme(ctx, body.catalogue),
  })

  app.route({
    ...officeRoute(applyProgramme),
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      const isApplied = await plans.applyProgramme(ctx, { ...request.body, deviceId })
      return { success: true as const, isApplied }
    },
  })

  app.route({
    ...officeRoute(exportProgramme),
    handler: () => exportCatalogue(ctx),
  })
}
