import * as drafts from '@marquee/contract/office/programme/drafts'
import * as movies from '@marquee/contract/office/programme/movies'
import {
  applyProgramme,
  exportProgramme,
  MAX_CATALOGUE_BYTES,
  planProgramme,
} from '@marquee/contract/office/programme/plans'
import * as screens from '@marquee/contract/office/programme/screens'
import { getProgramme } from '@marquee/contract/office/programme/week'
import { exportCatalogue } from '#src/catalogue/apply/export-catalogue.service.ts'
import type { Context } from '#src/context.ts'
import { unavailable } from '#src/errors.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute, requireDevice } from '../devices/device-session.plugin.ts'
import * as plans from './programme-plans.service.ts'

/** Plans and applies changes of the programme. */
export const programmeRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(planProgramme),
    bodyLimit: MAX_CATALOGUE_BYTES,
    handler: ({ body: { changes, catalogue = '' } }) =>
      changes ? plans.planChanges(ctx, changes) : plans.planProgramme(ctx, catalogue),
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

  for (const call of PLANNED_CALLS)
    app.route({
      ...officeRoute(call),
      handler: () => {
        throw unavailable()
      },
    })
}

/** Declared in the contract, and not answered yet. */
const PLANNED_CALLS = [
  ...[drafts.getDraft, drafts.putDraft, getProgramme],
  ...[movies.listStaffMovies, movies.addMovie, movies.changeMovie, movies.removeMovie],
  ...[screens.listScreens, screens.addScreen, screens.changeScreen, screens.retireScreen],
  ...[screens.listLayouts, screens.planLayout, screens.applyLayout, movies.uploadPoster],
]
