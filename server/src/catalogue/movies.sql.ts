import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'

/** The movies that are offered, in the order of the catalogue. */
export const listedMovies = (db: Db) =>
  db.selectFrom('movies').selectAll().where('retired', '=', 0).orderBy('position').execute()

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
