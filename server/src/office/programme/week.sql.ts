import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'

export interface GridRow {
  id: string
  movie_id: string
  screen_id: string
  starts_at: number
  cutoff_minutes: number
  rev: number
  layout: number
  /** Minutes. */
  duration: number
}

/** The shows that start in a period, without cancelled ones. The index of screens and starts finds them. */
export const selectGridShows = (db: Db, { from, to }: { from: number; to: number }) =>
  sql<GridRow>`
    select showtimes.id, movie_id, screen_id, starts_at, rev, layout, duration,
           coalesce(cutoff_minutes, ${sql.lit(DEFAULT_CUTOFF_MINUTES)}) as cutoff_minutes
      from screens
      join showtimes on showtimes.screen_id = screens.id and starts_at >= ${from} and starts_at < ${to}
      join movies on movies.id = movie_id
     where cancelled_at is null
     order by starts_at, screens.name`.execute(db)

/** All screens. `seats`: those that are offered; a screen without any is not in use. */
export const selectGridScreens = (db: Db) =>
  sql<{ id: string; name: string; cleaning_minutes: number; seats: number }>`
    select screens.id, name, cleaning_minutes, count(places.id) as seats
      from screens left join places on screen_id = screens.id and kind = 'seat' and retired = 0
     group by screens.id, name, cleaning_minutes
     order by name`.execute(db)
