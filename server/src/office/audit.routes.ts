import { listAudit } from '@marquee/contract/office/audit'
import * as audit from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/route.ts'
import { officeRoute } from './devices/device-session.plugin.ts'

export const auditRoutes = (ctx: Context) => async (app: App) => {
  app.route({
    ...officeRoute(listAudit),
    handler: ({ query }) => audit.listAudit(ctx, query),
  })
}
