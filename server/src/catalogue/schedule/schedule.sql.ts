import { sql } from 'kysely'
import { layoutAt } from '#src/database/rows/layouts.ts'
import { showEnd } from '#src/database/rows/show-end.ts'
import type { DailyShowtimeRow, Db, ShowtimeRow } from '#src/database/schema.ts'
import type { ClosedColumns } from './closed-days.ts'

/** A showtime with the names of its movie and screen, and the duration in minutes. The screen is the same for all versions of its layout. */
export type ScheduledShowtime = Omit<ShowtimeRow, 'layout_id' | 'rev'> & {
  screen_id: string
  movie: string
  screen: string
  duration: number
  /** Of one in the database. */
  cancelled_at?: number | null
}

export const scheduledSince = (db: Db, since: number) =>
  sql<ScheduledShowtime>`
    select showtimes.id, movie_id, coalesce(version_of, screens.id) as screen_id, starts_at, cutoff_minutes, duration, cancelled_at,
           movies.name as movie, screens.name as screen
      from screens
      join showtimes on showtimes.layout_id = screens.id and starts_at >= ${since}
      join movies on movies.id = movie_id`.execute(db)

interface Today {
  from: number
  to: number
  /** Shows that started earlier, but no earlier than this, count while they are not over. */
  earliest: number
  now: number
}

export const selectShowsOfToday = (db: Db, { from, to, earliest, now }: Today) =>
  sql<{ id: string }>`
    select showtimes.id
      from screens
      join showtimes on showtimes.layout_id = screens.id and starts_at >= ${earliest} and starts_at < ${to}
      join movies on movies.id = movie_id
     where starts_at >= ${from} or ${showEnd} > ${now}`.execute(db)

/** The shows that start in a period, cancelled ones included. The latest first. */
export const selectShowsBetween = (db: Db, { from, to }: { from: number; to: number }) =>
  sql<{ id: string }>`
    select showtimes.id
      from screens
      join showtimes on showtimes.layout_id = screens.id and starts_at >= ${from} and starts_at < ${to}
     order by starts_at desc`.execute(db)

/** The screens and times that moved shows have left. */
export const selectLeftTimes = (db: Db, since: number) =>
  sql<Pick<ScheduledShowtime, 'screen_id' | 'starts_at' | 'movie_id'>>`
    select from_screen_id as screen_id, from_starts_at as starts_at, movie_id
      from show_moves
      join showtimes on showtimes.id = showtime_id
     where from_starts_at >= ${since}`.execute(db)

type DailyShowtime = DailyShowtimeRow &
  ClosedColumns &
  Pick<ScheduledShowtime, 'movie' | 'screen' | 'duration'>

export const dailyShowtimes = (db: Db): Promise<DailyShowtime[]> =>
  db
    .selectFrom('daily_showtimes')
    .innerJoin('movies', 'movies.id', 'movie_id')
    .innerJoin('screens', 'screens.id', 'screen_id')
    .select(['screen_id', 'at', 'movie_id', 'cutoff_minutes', 'except_dates', 'duration'])
    .select(['movies.name as movie', 'screens.name as screen', 'closed_from', 'closed_to'])
    .execute()

/** Adds a showtime with the layout that its screen has then. */
export const addShowtime = (
  db: Db,
  {
    duration: _duration,
    movie: _movie,
    screen: _screen,
    screen_id,
    ...showtime
  }: ScheduledShowtime,
) =>
  db
    .insertInto('showtimes')
    .values({ ...showtime, layout_id: layoutAt({ ...showtime, screen_id }), rev: 0 })
    .onConflict((conflict) => conflict.columns(['layout_id', 'starts_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
