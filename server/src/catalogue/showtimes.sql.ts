import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { Db, PlaceRow, ShowtimeRow } from '../database/schema.ts'

export type ShowtimeOnScreen = ShowtimeRow & {
  screen: string
  places_revision: number
  /** Why the cinema has cancelled the show. Lists of showtimes leave such a show out. */
  cancellation_reason?: string | null
}

export const showtimeColumns = sql.raw(
  'showtimes.id, movie_id, layout_id, screens.name as screen, starts_at, cutoff_minutes, rev, places_revision',
)

export const showtimesById = (db: Db, id: string) =>
  sql<ShowtimeOnScreen>`
    select ${showtimeColumns}, reason as cancellation_reason
      from showtimes join screens on screens.id = layout_id
      left join show_cancellations on showtime_id = showtimes.id
     where showtimes.id = ${id}`.execute(db)

export const showtimesSince = (db: Db, movieIds: string[], since: number) =>
  sql<ShowtimeOnScreen>`
    select ${showtimeColumns}
      from ${idRows(db, movieIds)}
      join showtimes on movie_id = wanted.id and starts_at >= ${since} and cancelled_at is null
      join screens on screens.id = layout_id`.execute(db)

export const lastShowtimes = (db: Db, movieIds: string[]) =>
  sql<ShowtimeOnScreen>`
    select ${showtimeColumns}
      from (select movie_id as last_movie_id, max(starts_at) as last_starts_at
              from ${idRows(db, movieIds)} join showtimes on movie_id = wanted.id and cancelled_at is null
             group by movie_id) as last
      join showtimes on movie_id = last_movie_id and starts_at = last_starts_at and cancelled_at is null
      join screens on screens.id = layout_id`.execute(db)

/** All places of a layout, including retired ones, and the revision of the places, from one snapshot. */
export const placesWithRevision = (db: Db, layoutId: string) =>
  sql<PlaceRow & { places_revision: number }>`
    select places.*, places_revision
      from screens join places on places.layout_id = screens.id
     where screens.id = ${layoutId}
     order by kind, position`.execute(db)
