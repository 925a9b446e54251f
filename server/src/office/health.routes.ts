import { getHealth } from '@marquee/contract/office/health'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute } from './devices/device-session.plugin.ts'
import * as health from './health.service.ts'

export const officeHealthRoutes =
  (ctx: Context, findDatabaseProblem: health.FindDatabaseProblem) => async (app: App) => {
    app.route({
      ...officeRoute(getHealth),
      handler: () => health.getHealth(ctx, findDatabaseProblem),
    })
  }
