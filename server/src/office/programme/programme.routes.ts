import { getDraft, putDraft } from '@marquee/contract/office/programme/drafts'
import {
  applyProgramme,
  exportProgramme,
  MAX_CATALOGUE_BYTES,
  planProgramme,
} from '@marquee/contract/office/programme/plans'
import { getProgramme } from '@marquee/contract/office/programme/week'
import { exportCatalogue } from '#src/catalogue/export/export-catalogue.service.ts'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute, requireDevice } from '../devices/device-session.plugin.ts'
import { readDraft, saveDraft } from './drafts.service.ts'
import { applyProgramme as applyPlan } from './plans/apply-programme.service.ts'
import * as plans from './plans/programme-plans.service.ts'
import { readProgrammeGrid } from './week.service.ts'

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
      const isApplied = await applyPlan(ctx, { ...request.body, deviceId })
      return { success: true as const, isApplied }
    },
  })

  app.route({
    ...officeRoute(exportProgramme),
    handler: () => exportCatalogue(ctx),
  })

  app.route({ ...officeRoute(getProgramme), handler: ({ query }) => readProgrammeGrid(ctx, query) })

  app.route({
    ...officeRoute(getDraft),
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      return { draft: await readDraft(ctx, { ...request.query, deviceId }) }
    },
  })

  app.route({
    ...officeRoute(putDraft),
    bodyLimit: MAX_DRAFT_BYTES,
    handler: async (request) => {
      const deviceId = requireDevice(request).id
      return { draft: await saveDraft(ctx, { ...request.body, deviceId }) }
    },
  })
}

/** 2000 changes of about 250 bytes. */
const MAX_DRAFT_BYTES = 512 * 1024
