import { countUnfinishedCancellations } from '../bookings/shows/show-cancellation.service.ts'
import type { Context } from '../context.ts'
import { lastBackupAt } from '../database/backup/last-backup.ts'
import type { Connections } from '../database/connection/connect.ts'
import { readDatabaseSize } from '../database/health/database-size.ts'
import type { DatabaseProblem } from '../database/health/readiness.ts'
import { countLiveHolds } from '../inventory/selections/selections.service.ts'
import { countRefusedMails, countUnsentMails } from '../messages/mail/outbox.service.ts'

interface NodeState {
  poolUsage: Connections['poolUsage']
  findDatabaseProblem: () => Promise<DatabaseProblem | null>
  /** Undefined without Redis. */
  isRedisConnected: (() => boolean) | undefined
  countSockets: () => number
}

/** Adds the gauges that `/metrics` reads for each scrape. */
export function watchNode(
  ctx: Context,
  { poolUsage, findDatabaseProblem, isRedisConnected, countSockets }: NodeState,
) {
  const { metrics, config, reader, showtimes, queues } = ctx
  const { watch } = metrics
  metrics.collectProcessMetrics(poolUsage, config.databaseUrl ? 'postgresql' : 'sqlite')
  watch('ready', '1 if the database completes durable commits', async () =>
    (await findDatabaseProblem()) === null ? 1 : 0,
  )
  if (isRedisConnected) {
    watch('redis_connected', '1 while Redis is connected', () => Number(isRedisConnected()))
  }
  watch('sockets', 'Open socket connections', countSockets)
  watch('mails_unsent', 'Mails in the outbox that no mail server has accepted yet', () =>
    countUnsentMails(ctx),
  )
  watch('mails_refused', 'Mails in the outbox that the mail server has refused for good', () =>
    countRefusedMails(ctx),
  )
  watch('cancellations_unfinished', 'Cancelled shows whose bookings are not all refunded', () =>
    countUnfinishedCancellations(ctx),
  )
  const copies = () => [...queues.copies.values()]
  watch('waiting_rooms_waiting', 'Visitors who wait for a turn in a waiting room', () =>
    copies().reduce((sum, copy) => sum + copy.countWaiting(), 0),
  )
  watch('waiting_rooms_turns', 'Visitors who have a turn in a waiting room', () =>
    copies().reduce((sum, copy) => sum + copy.turns().toArray().length, 0),
  )
  watch('load_level', 'How many priorities of requests are refused because of overload', () =>
    ctx.loadShedder.level(),
  )
  watch('live_holds', 'Places that are held at the moment', () => countLiveHolds(ctx))
  watch(
    'commits_waiting',
    'Holds, releases and orders that wait for their commit',
    showtimes.pending,
  )

  if (!config.databaseUrl) {
    watch(
      'last_backup_timestamp_seconds',
      'When the embedded database was last backed up; 0 for never',
      () => (lastBackupAt(config.dataDir) ?? 0) / 1000,
    )
  }

  const size = readDatabaseSize(reader, config.dataDir)
  watch('database_bytes', 'Size of the database', size.database)
  if (size.wal) watch('database_wal_bytes', 'Size of the write-ahead log', size.wal)
  watch('disk_free_bytes', 'Free space on the disk of DATA_DIR', size.freeDisk)
}
