import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { sql } from 'kysely'
import type { ClosedColumns } from '#src/catalogue/schedule/closed-days.ts'
import type { Db } from '#src/database/schema.ts'

interface GridRow {
  id: string
  movie_id: string
  /** The screen, whatever the version of its layout. */
  screen_id: string
  /** Its version of the layout. */
  layout_id: string
  starts_at: number
  cutoff_minutes: number
  rev: number
  places_revision: number
  /** Minutes. */
  duration: number
}

/** The shows that start in a period, without cancelled ones. The index of layouts and starts finds them. */
export const selectGridShows = (db: Db, { from, to }: { from: number; to: number }) =>
  sql<GridRow>`
    select showtimes.id, movie_id, coalesce(version_of, screens.id) as screen_id, layout_id, starts_at, rev, places_revision, duration,
           coalesce(cutoff_minutes, ${sql.lit(DEFAULT_CUTOFF_MINUTES)}) as cutoff_minutes
      from screens
      join showtimes on showtimes.layout_id = screens.id and starts_at >= ${from} and starts_at < ${to}
      join movies on movies.id = movie_id
     where cancelled_at is null
     order by starts_at, screens.name`.execute(db)

interface GridScreen extends ClosedColumns {
  id: string
  name: string
  cleaning_minutes: number
  layout_version: number
  /** 1: an earlier layout of a screen. */
  is_earlier: number
  seats: number
}

/** All screens and earlier layouts. `seats`: those that it has today; a screen without any is not in use. */
export const selectGridScreens = (db: Db) =>
  sql<GridScreen>`
    select screens.id, name, cleaning_minutes, closed_from, closed_to, layout_version, case when version_of is null then 0 else 1 end as is_earlier,
           count(places.id) as seats
      from screens left join places on layout_id = screens.id and kind = 'seat' and retired = 0
     group by screens.id, name, cleaning_minutes, closed_from, closed_to, layout_version, version_of`.execute(
    db,
  )
