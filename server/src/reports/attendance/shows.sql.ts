import { sql } from 'kysely'
import { idRows, inputRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'
import type { ShowNameRow } from '../report-names.sql.ts'

export interface ReportedShowRow extends ShowNameRow {
  /** Its version of the layout. */
  layout_id: string
  /** Grows with each change of the places. */
  places_revision: number
  /** Minutes. */
  duration: number
}

const selectShows = sql`
  select showtimes.id, movie_id, movies.name as movie, coalesce(version_of, screens.id) as screen_id, screens.name as screen, starts_at,
         layout_id, places_revision, duration
    from screens
    join showtimes on showtimes.layout_id = screens.id
    join movies on movies.id = movie_id`

/** Epoch milliseconds: from (inclusive) and to (exclusive). */
interface Period {
  from: number
  to: number
}

/** The shows that start in a period, without cancelled ones, by their start. */
export const selectShowsBetween = (db: Db, { from, to }: Period) =>
  sql<ReportedShowRow>`
    ${selectShows}
     where starts_at >= ${from} and starts_at < ${to} and cancelled_at is null
     order by starts_at, screen`.execute(db)

/** The same shows, counted. */
export const countShowsBetween = (db: Db, { from, to }: Period) =>
  sql<{ shows: number }>`
    select count(*) as shows from showtimes
     where starts_at >= ${from} and starts_at < ${to} and cancelled_at is null`.execute(db)

export const selectStarts = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; starts_at: number; cancelled_at: number | null }>`
    select showtimes.id, starts_at, cancelled_at from ${idRows(db, ids)} join showtimes on showtimes.id = wanted.id`.execute(
    db,
  )

export const selectReportedShow = (db: Db, id: string) =>
  sql<ReportedShowRow>`${selectShows} where showtimes.id = ${id}`.execute(db)

/** Limits stored takings to those of days before another one. */
const isBefore = (day: string | undefined) =>
  day === undefined ? sql`` : sql`and daily_takings.day < ${day}`

/** The stored tickets of each show that starts in a period. */
export const sumTicketsOfShows = (db: Db, { from, to }: Period, before: string | undefined) =>
  sql<{ showtime_id: string; tickets: number }>`
    select showtimes.id as showtime_id, sum(tickets) as tickets
      from showtimes
      join daily_takings on showtime_id = showtimes.id
     where starts_at >= ${from} and starts_at < ${to} ${isBefore(before)}
     group by showtimes.id`.execute(db)

export interface TicketsByDays {
  /** The business day of the show. */
  show_day: string
  /** The business day of the sale. */
  day: string
  tickets: number
}

interface ShowsOfDays {
  /** The business days of the shows. */
  days: readonly (Period & { day: string })[]
  /** Undefined: all shows that are not cancelled. */
  showtimeId: string | undefined
}

/** The stored tickets of shows by the days of the shows and of the sales. SQLite keeps the order of cross joins. */
export const sumTicketsByDays = (
  db: Db,
  { days, showtimeId }: ShowsOfDays,
  before: string | undefined,
) =>
  sql<TicketsByDays>`
    select wanted.day as show_day, daily_takings.day, sum(tickets) as tickets
      from ${inputRows(
        db,
        { day: 'text', day_start: 'bigint', day_end: 'bigint' },
        days.map(({ day, from, to }) => ({ day, day_start: from, day_end: to })),
      )}
      cross join showtimes
      cross join daily_takings
     where starts_at >= wanted.day_start and starts_at < wanted.day_end and showtime_id = showtimes.id ${isBefore(before)}
       and ${showtimeId === undefined ? sql`cancelled_at is null` : sql`showtimes.id = ${showtimeId}`}
     group by wanted.day, daily_takings.day`.execute(db)
