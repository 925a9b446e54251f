import { sql } from 'kysely'
import { clock, idRows, statementForRows } from '../database/dialect.ts'
import { skipLocked } from '../database/locks.ts'
import type { ChooserCountRow, Db } from '../database/schema.ts'

/** Stores how many visitors choose at showtimes on a node. */
export const storeChooserCounts = statementForRows<Omit<ChooserCountRow, 'counted_at'>>(
  { showtime_id: 'text', node: 'text', choosers: 'bigint' },
  (wanted) => sql`
    insert into chooser_counts (showtime_id, node, choosers, counted_at)
    select showtime_id, node, choosers, ${clock} from ${wanted} where true
    on conflict (showtime_id, node) do update set choosers = excluded.choosers, counted_at = excluded.counted_at`,
)

/** How many visitors choose at showtimes, by what nodes have stored in the last `withinMs` milliseconds. */
export const sumChoosers = (db: Db, showtimeIds: readonly string[], withinMs: number) =>
  sql<{ showtime_id: string; choosers: number }>`
    select showtime_id, sum(choosers) as choosers from ${idRows(db, showtimeIds)}
      join chooser_counts on showtime_id = wanted.id and counted_at > ${clock} - ${withinMs}
     group by showtime_id`.execute(db)

/** Counts of nodes that are gone. */
export const deleteChooserCounts = (db: Db, olderThanMs: number) =>
  sql`
    delete from chooser_counts where (showtime_id, node) in (
      select showtime_id, node from chooser_counts where counted_at <= ${clock} - ${olderThanMs} ${skipLocked(db, 'chooser_counts')})`.execute(
    db,
  )
