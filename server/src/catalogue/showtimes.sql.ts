import { sql } from 'kysely'
import type { Db, PlaceRow } from '../database/schema.ts'

export const showtime = (db: Db, id: string) =>
  db
    .selectFrom('showtimes')
    .innerJoin('screens', 'screens.id', 'showtimes.screen_id')
    .select([
      'showtimes.id',
      'movie_id',
      'screen_id',
      'screens.name as screen',
      'starts_at',
      'cutoff_minutes',
      'rev',
    ])
    .where('showtimes.id', '=', id)
    .executeTakeFirst()

/** What a showtime offers, and what somebody has there although it is offered no more. */
export const places = (db: Db, showtimeId: string) =>
  sql<PlaceRow>`
    select places.* from showtimes join places on places.screen_id = showtimes.screen_id
     where showtimes.id = ${showtimeId}
       and (retired = 0 or exists (
         select 1 from claims where claims.showtime_id = ${showtimeId} and place_id = places.id))
     order by kind, position`.execute(db)
