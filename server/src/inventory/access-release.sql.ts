import { sql } from 'kysely'
import { skipLocked } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import { clockRow } from './claim-rules.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/**
 * Marks shows that protect their accessible places no more, and increments their revisions. Leaves out shows on screens without such
 * places, and those that another node marks.
 */
export const releaseAccessiblePlaces = (db: Db, limits: HoldLimits, maxShows: number) =>
  sql<{ id: string }>`
    with ${clockRow(limits)},
    due as materialized (
      select showtimes.id from showtimes
       where access_released = 0 and starts_at > (select now from clock)
         and starts_at <= (select protected_after from clock)
         and exists (select 1 from places where screen_id = showtimes.screen_id and access is not null)
       order by showtimes.id limit ${maxShows} ${skipLocked(db, 'showtimes')})
    update showtimes set access_released = 1, rev = rev + 1 where id in (select id from due)
    returning id`.execute(db)
