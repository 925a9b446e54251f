import { sql } from 'kysely'
import { bigintParameter, clock } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

/** Shows that protect their accessible places no more. Leaves out shows on screens without such places. */
export const selectShowsToRelease = (
  db: Db,
  { accessReleaseMs }: { accessReleaseMs: number },
  maxShows: number,
) =>
  sql<{ id: string }>`
    select showtimes.id from showtimes
     where access_released = 0 and starts_at > ${clock} and starts_at <= ${clock} + ${bigintParameter(accessReleaseMs)}
       and exists (select 1 from places where screen_id = showtimes.screen_id and access is not null)
     order by showtimes.id limit ${maxShows}`.execute(db)

export const setAccessReleased = (db: Db, showtimeId: string) =>
  sql`update showtimes set access_released = 1 where id = ${showtimeId}`.execute(db)
