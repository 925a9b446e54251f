import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { DailyShowtimeRow, Db, MovieRow, PlaceColumns, Schema } from '../database/schema.ts'

/** Keeps the parameters of one statement below the limits of both databases. */
const ROWS_PER_INSERT = 500

type Removed = { id: string }

export const allScreens = (db: Db) => db.selectFrom('screens').selectAll().execute()

/** Without what the catalogue file says nothing about. */
export const allPlaces = (db: Db): Promise<PlaceColumns[]> =>
  db
    .selectFrom('places')
    .select(['id', 'screen_id', 'kind', 'label', 'category', 'position', 'retired', 'access'])
    .execute()

export const allMovies = (db: Db) => db.selectFrom('movies').selectAll().execute()
export const allDaily = (db: Db) => db.selectFrom('daily_showtimes').selectAll().execute()

export async function insertRows<Table extends 'screens' | 'places' | 'movies' | 'daily_showtimes'>(
  db: Db,
  table: Table,
  rows: Omit<Schema[Table], 'out_of_service'>[],
) {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const batch = rows.slice(from, from + ROWS_PER_INSERT)
    await db
      .insertInto<Table>(table)
      .values(batch as never)
      .execute()
  }
}

export const updatePlace = (db: Db, { id, ...place }: PlaceColumns) =>
  db.updateTable('places').set(place).where('id', '=', id).execute()

export const updateMovie = (db: Db, { id, ...movie }: MovieRow) =>
  db.updateTable('movies').set(movie).where('id', '=', id).execute()

export const updateDaily = (db: Db, { screen_id, at, ...daily }: DailyShowtimeRow) =>
  db
    .updateTable('daily_showtimes')
    .set(daily)
    .where('screen_id', '=', screen_id)
    .where('at', '=', at)
    .execute()

export const deleteDaily = (db: Db, { screen_id, at }: DailyShowtimeRow) =>
  db.deleteFrom('daily_showtimes').where('screen_id', '=', screen_id).where('at', '=', at).execute()

/** Deletes the places that were never booked, are not held and were never out of service. */
export const deleteUnusedPlaces = (db: Db, ids: string[]) =>
  sql<Removed>`
    delete from places where id in (select id from ${idRows(db, ids)})
       and id not in (select place_id from claims)
       and id not in (select place_id from booking_places)
       and id not in (select place_id from cancelled_places)
       and id not in (select place_id from seat_outages)
    returning id`.execute(db)

export const retirePlaces = (db: Db, ids: string[]) =>
  sql`update places set retired = 1 where id in (select id from ${idRows(db, ids)})`.execute(db)

/** Deletes the movies without showtimes. */
export const deleteUnusedMovies = (db: Db, ids: string[]) =>
  sql<Removed>`
    delete from movies where id in (select id from ${idRows(db, ids)})
       and not exists (select 1 from showtimes where movie_id = movies.id)
    returning id`.execute(db)

export const retireMovies = (db: Db, ids: string[]) =>
  sql`update movies set retired = 1 where id in (select id from ${idRows(db, ids)})`.execute(db)

export const deleteUnusedScreens = (db: Db, ids: string[]) =>
  sql<Removed>`
    delete from screens where id in (select id from ${idRows(db, ids)})
       and not exists (select 1 from showtimes where screen_id = screens.id)
       and not exists (select 1 from places where screen_id = screens.id)
    returning id`.execute(db)

/**
 * Deletes the showtimes without claims and bookings. A cancelled one stays, so that the daily schedule does not add it again. So does a moved one: the file
 * has it at the time that it has left.
 */
export const deleteUnusedShowtimes = (db: Db, ids: string[]) =>
  sql<Removed>`
    delete from showtimes where id in (select id from ${idRows(db, ids)})
       and not exists (select 1 from claims where showtime_id = showtimes.id)
       and id not in (select showtime_id from bookings)
       and id not in (select showtime_id from show_moves)
       and cancelled_at is null
    returning id`.execute(db)

export const updateCutoff = (db: Db, id: string, cutoffMinutes: number) =>
  db.updateTable('showtimes').set({ cutoff_minutes: cutoffMinutes }).where('id', '=', id).execute()

/** Invalidates the cached layouts of these screens. */
export const incrementLayouts = (db: Db, screenIds: string[]) =>
  sql`
    update screens set layout = layout + 1
     where id in (select id from ${idRows(db, screenIds)})`.execute(db)

/** Increments the revision of the upcoming showtimes, so that viewers fetch the new seat map. */
export const incrementRevisionsOfScreens = (db: Db, screenIds: string[], since: number) =>
  sql`
    update showtimes set rev = rev + 1
     where screen_id in (select id from ${idRows(db, screenIds)}) and starts_at > ${since}`.execute(
    db,
  )
