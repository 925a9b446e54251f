import { sql } from 'kysely'
import { idRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'
import type { ShowNameRow } from '../report-names.sql.ts'

export interface ReportedShowRow extends ShowNameRow {
  /** The version of the hall. */
  layout_id: string
  /** Of the places of the hall. */
  layout: number
  /** Minutes. */
  duration: number
}

const selectShows = sql`
  select showtimes.id, movie_id, movies.name as movie, coalesce(hall_id, screens.id) as screen_id, screens.name as screen, starts_at,
         screens.id as layout_id, layout, duration
    from screens
    join showtimes on showtimes.screen_id = screens.id
    join movies on movies.id = movie_id`

/** The shows that start in a period, without cancelled ones, by their start. */
export const selectShowsBetween = (db: Db, { from, to }: { from: number; to: number }) =>
  sql<ReportedShowRow>`
    ${selectShows}
     where starts_at >= ${from} and starts_at < ${to} and cancelled_at is null
     order by starts_at, screen`.execute(db)

export const selectReportedShow = (db: Db, id: string) =>
  sql<ReportedShowRow>`${selectShows} where showtimes.id = ${id}`.execute(db)

/** The stored tickets of shows, by the day of the sale: of all days, or of those before a day. */
export const selectStoredTickets = (
  db: Db,
  { ids, before }: { ids: readonly string[]; before: string | undefined },
) =>
  sql<{ showtime_id: string; day: string; tickets: number }>`
    select showtime_id, day, sum(tickets) as tickets
      from ${idRows(db, ids)}
      join daily_takings on showtime_id = wanted.id ${before === undefined ? sql`` : sql`and day < ${before}`}
     group by showtime_id, day`.execute(db)
