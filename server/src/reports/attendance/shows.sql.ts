import { sql } from 'kysely'
import { idRows, inputRows } from '#src/database/dialect.ts'
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

/** The stored takings of `wanted` shows: of all days, or of those before a day. */
const joinTakings = (before: string | undefined) => sql`
  join daily_takings on showtime_id = wanted.id ${before === undefined ? sql`` : sql`and daily_takings.day < ${before}`}`

/** The stored tickets of each show. */
export const sumTicketsOfShows = (db: Db, ids: readonly string[], before: string | undefined) =>
  sql<{ showtime_id: string; tickets: number }>`
    select showtime_id, sum(tickets) as tickets
      from ${idRows(db, ids)} ${joinTakings(before)}
     group by showtime_id`.execute(db)

export interface TicketsByDays {
  /** The business day of the show. */
  show_day: string
  /** The business day of the sale. */
  day: string
  tickets: number
}

/** The stored tickets of shows by the days of the shows and of the sales. */
export const sumTicketsByDays = (
  db: Db,
  shows: readonly { id: string; day: string }[],
  before: string | undefined,
) =>
  sql<TicketsByDays>`
    select wanted.day as show_day, daily_takings.day, sum(tickets) as tickets
      from ${inputRows(
        db,
        { id: 'text', day: 'text' },
        shows.map(({ id, day }) => ({ id, day })),
      )} ${joinTakings(before)}
     group by wanted.day, daily_takings.day`.execute(db)
