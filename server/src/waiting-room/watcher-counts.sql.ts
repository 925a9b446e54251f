import { sql } from 'kysely'
import { clock, idRows, statementForRows } from '../database/dialect.ts'
import { skipLocked } from '../database/locks.ts'
import type { Db, WatcherCountRow } from '../database/schema.ts'

/** Stores how many visitors watch showtimes on a node. A showtime may have been removed meanwhile. */
export const storeWatcherCounts = statementForRows<Omit<WatcherCountRow, 'counted_at'>>(
  { showtime_id: 'text', node: 'text', watchers: 'bigint' },
  (wanted) => sql`
    insert into watcher_counts (showtime_id, node, watchers, counted_at)
    select showtime_id, node, watchers, ${clock} from ${wanted}
     where exists (select 1 from showtimes where id = showtime_id)
    on conflict (showtime_id, node) do update set watchers = excluded.watchers, counted_at = excluded.counted_at`,
)

/** How many visitors watch showtimes, by what nodes have stored in the last `withinMs` milliseconds. */
export const sumWatchers = (db: Db, showtimeIds: readonly string[], withinMs: number) =>
  sql<{ showtime_id: string; watchers: number }>`
    select showtime_id, sum(watchers) as watchers from ${idRows(db, showtimeIds)}
      join watcher_counts on showtime_id = wanted.id and counted_at > ${clock} - ${withinMs}
     group by showtime_id`.execute(db)

/** Counts of nodes that are gone. */
export const deleteWatcherCounts = (db: Db, olderThanMs: number) =>
  sql`
    delete from watcher_counts where (showtime_id, node) in (
      select showtime_id, node from watcher_counts where counted_at <= ${clock} - ${olderThanMs} ${skipLocked(db, 'watcher_counts')})`.execute(
    db,
  )
