import { sql } from 'kysely'
import type { DailyShowtimeRow, Db, ShowtimeRow } from '../database/schema.ts'

/** A showtime with the duration of its movie in minutes. */
export type ScheduledShowtime = Omit<ShowtimeRow, 'rev'> & { duration: number }

export const scheduledSince = (db: Db, since: number) =>
  sql<ScheduledShowtime>`
    select showtimes.id, movie_id, screen_id, starts_at, cutoff_minutes, duration
      from screens
      join showtimes on showtimes.screen_id = screens.id and starts_at >= ${since}
      join movies on movies.id = movie_id`.execute(db)

/** The screens and times that moved shows have left. */
export const selectLeftTimes = (db: Db, since: number) =>
  sql<Pick<ShowtimeRow, 'screen_id' | 'starts_at' | 'movie_id'>>`
    select from_screen_id as screen_id, from_starts_at as starts_at, movie_id
      from show_moves join showtimes on showtimes.id = showtime_id
     where from_starts_at >= ${since}`.execute(db)

export const dailyShowtimes = (db: Db): Promise<(DailyShowtimeRow & { duration: number })[]> =>
  db
    .selectFrom('daily_showtimes')
    .innerJoin('movies', 'movies.id', 'movie_id')
    .select(['screen_id', 'at', 'movie_id', 'cutoff_minutes', 'duration'])
    .execute()

export const addShowtime = (db: Db, { duration: _, ...showtime }: ScheduledShowtime) =>
  db
    .insertInto('showtimes')
    .values({ ...showtime, rev: 0 })
    .onConflict((conflict) => conflict.columns(['screen_id', 'starts_at']).doNothing())
    .returning('id')
    .executeTakeFirst()
