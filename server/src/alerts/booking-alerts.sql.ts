import { sql } from 'kysely'
import { clock, idRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

export const isListed = (db: Db, movieId: string) =>
  sql<{ id: string }>`select id from movies where id = ${movieId} and retired = 0`.execute(db)

/** A movie counts once, told or not. The caller has locked the user. */
export const insertAlert = (db: Db, userId: string, movieId: string) =>
  sql`
    insert into booking_alerts (user_id, movie_id, created_at) values (${userId}, ${movieId}, ${clock})
    on conflict (user_id, movie_id) do nothing`.execute(db)

/** Counts the alerts of a user that are still to come, without the one for this movie. */
export const countOtherAlerts = (db: Db, userId: string, movieId: string) =>
  sql<{ count: number }>`
    select count(*) as count from booking_alerts
     where user_id = ${userId} and movie_id <> ${movieId} and told_at is null`.execute(db)

/** Deletes the alerts of a user that are still to come. */
export const deleteAlerts = (db: Db, userId: string) =>
  sql`delete from booking_alerts where user_id = ${userId} and told_at is null`.execute(db)

interface DueAlert {
  user_id: string
  movie_id: string
}

/** True if any alert is still to come. */
export const findPendingAlert = (db: Db) =>
  sql<DueAlert>`select user_id, movie_id from booking_alerts where told_at is null limit 1`.execute(
    db,
  )

/** The alerts for these movies that are still to come, of users with a confirmed email. */
export const selectDueAlerts = (db: Db, movieIds: readonly string[], limit: number) =>
  sql<DueAlert>`
    select user_id, movie_id
      from ${idRows(db, movieIds)}
      join booking_alerts on movie_id = wanted.id and told_at is null
      join users on users.id = user_id and email_confirmed_at is not null
     limit ${limit}`.execute(db)

/** Returns no row if another node has told the user, or if the user has withdrawn. */
export const markTold = (db: Db, { user_id, movie_id }: DueAlert) =>
  sql<{ movie_id: string }>`
    update booking_alerts set told_at = ${clock}
     where user_id = ${user_id} and movie_id = ${movie_id} and told_at is null
    returning movie_id`.execute(db)
