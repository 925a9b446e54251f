import { listAudit } from '@marquee/contract/office/audit'
import { getHealth } from '@marquee/contract/office/settings/health'
import * as audit from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import { officeRoute } from '../devices/device-session.plugin.ts'
import * as health from './health.service.ts'

/** What managers look at: the audit, and the health of the servers. */
export const operationsRoutes =
  (ctx: Context, findDatabaseProblem: health.FindDatabaseProblem) => async (app: App) => {
    app.route({
      ...officeRoute(listAudit),
      handler: ({ query }) => audit.listAudit(ctx, query),
    })

    app.route({
      ...officeRoute(getHealth),
      handler: () => health.getHealth(ctx, findDatabaseProblem),
    })
  }
