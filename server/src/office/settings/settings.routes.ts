import { listAudit } from '@marquee/contract/office/audit'
import { getBackup, startBackup } from '@marquee/contract/office/settings/backups'
import { getHealth } from '@marquee/contract/office/settings/health'
import { listMails, retryMails } from '@marquee/contract/office/settings/mail-queue'
import { getSettings } from '@marquee/contract/office/settings/settings'
import * as audit from '#src/audit/audit.service.ts'
import type { Context } from '#src/context.ts'
import type { App } from '#src/http/route.ts'
import * as mails from '#src/messages/mail/mail-queue.service.ts'
import { officeRoute, requireDevice } from '../devices/device-session.plugin.ts'
import { createBackups } from './backups.service.ts'
import * as health from './health.service.ts'
import * as settings from './settings.service.ts'

/** What managers see of the server and do to it. */
export const settingsRoutes =
  (ctx: Context, findDatabaseProblem: health.FindDatabaseProblem) => async (app: App) => {
    const backups = createBackups(ctx)

    app.route({
      ...officeRoute(listAudit),
      handler: ({ query }) => audit.listAudit(ctx, query),
    })

    app.route({
      ...officeRoute(getHealth),
      handler: () => health.getHealth(ctx, findDatabaseProblem),
    })

    app.route({ ...officeRoute(getSettings), handler: () => settings.getSettings(ctx) })

    app.route({ ...officeRoute(listMails), handler: () => mails.listQueuedMails(ctx) })

    app.route({
      ...officeRoute(retryMails),
      handler: async (request) => {
        const deviceId = requireDevice(request).id
        const retried = await mails.retryMails(ctx, { ...request.body, deviceId })
        return { success: true as const, retried }
      },
    })

    app.route({ ...officeRoute(getBackup), handler: async () => backups.status() })

    app.route({
      ...officeRoute(startBackup),
      handler: (request) => backups.start(requireDevice(request).id),
    })
  }
