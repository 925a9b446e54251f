import type { ResponseBody } from '@marquee/contract/calls/endpoint'
import type { getHealth as getHealthCall } from '@marquee/contract/office/settings/health'
import { formatInstant } from '@marquee/contract/time'
import { countUnfinishedCancellations } from '#src/bookings/shows/show-cancellation.service.ts'
import { findCatalogueProblems } from '#src/catalogue/programme.service.ts'
import type { Context } from '#src/context.ts'
import { lastBackupAt } from '#src/database/backup/last-backup.ts'
import { readDatabaseSize } from '#src/database/health/database-size.ts'
import type { DatabaseProblem } from '#src/database/health/readiness.ts'
import {
  countFailedMails,
  countRefusedMails,
  countUnsentMails,
} from '#src/messages/mail/outbox.service.ts'
import packageJson from '../../../package.json' with { type: 'json' }

export type FindDatabaseProblem = () => Promise<DatabaseProblem | null>

const startedAt = Date.now() - process.uptime() * 1000

/** Whether the node, its database, its mails and its refunds work. */
export async function getHealth(
  ctx: Context,
  findDatabaseProblem: FindDatabaseProblem,
): Promise<ResponseBody<typeof getHealthCall>> {
  const { reader, config } = ctx
  const [problem, bytes, waiting, failed, refused, unfinishedCancellations, catalogueProblems] =
    await Promise.all([
      findDatabaseProblem(),
      readDatabaseSize(reader, config.dataDir).database(),
      countUnsentMails(ctx),
      countFailedMails(ctx),
      countRefusedMails(ctx),
      countUnfinishedCancellations(ctx),
      findCatalogueProblems(ctx),
    ])
  return {
    version: packageJson.version,
    startedAt: formatInstant(startedAt),
    isReady: problem === null,
    database: { kind: config.databaseUrl ? 'postgresql' : 'sqlite', problem, bytes },
    mails: { waiting, failed, refused },
    unfinishedCancellations,
    catalogueProblems,
    hasUntrustedProxy: ctx.untrustedProxies.isFound(),
    lastBackupAt: config.databaseUrl ? null : isoOrNull(lastBackupAt(config.dataDir)),
    lastExpiryAt: isoOrNull(ctx.metrics.lastExpiryAt()),
  }
}

const isoOrNull = (instant: number | null) => (instant === null ? null : formatInstant(instant))
