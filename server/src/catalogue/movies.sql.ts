import { sql } from 'kysely'
import type { Db, MovieRow } from '../database/schema.ts'

/**
 * The movies that are offered, in the order of the catalogue. Once the office owns the programme, without its drafts: movies that have never had a show, are not announced
 * (`today`: 2026-12-01) and have no text for their card.
 */
export const listedMovies = (db: Db, today: string) =>
  sql<MovieRow>`
    select * from movies
     where retired = 0
       and (not exists (select 1 from programme where owned_by_office = 1)
            or release_date > ${today} or screen_text is not null or timing_text is not null
            or exists (select 1 from showtimes where movie_id = movies.id and cancelled_at is null))
     order by position`.execute(db)

/** Also those that are no longer offered. */
export const allMovies = (db: Db) =>
  db.selectFrom('movies').selectAll().orderBy('position').orderBy('id').execute()

export const movieById = (db: Db, id: string) =>
  db.selectFrom('movies').selectAll().where('id', '=', id).executeTakeFirst()

/** How many shows each movie has, without cancelled ones: to come, and in all. */
export const countShowsOfMovies = (db: Db, now: number) =>
  sql<{ movie_id: string; upcoming: number; shows: number }>`
    select movie_id, count(case when starts_at > ${now} then 1 end) as upcoming, count(*) as shows
      from showtimes where cancelled_at is null
     group by movie_id`.execute(db)
