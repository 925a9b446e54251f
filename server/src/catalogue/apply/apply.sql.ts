import { DEFAULT_CUTOFF_MINUTES } from '@marquee/contract/bookings/booking-window'
import { type Insertable, sql } from 'kysely'
import { idRows, inputRows } from '#src/database/dialect.ts'
import { lockRows } from '#src/database/locks.ts'
import type {
  CatalogueIdRow,
  DailyShowtimeRow,
  Db,
  MovieRow,
  PlaceColumns,
  Schema,
} from '#src/database/schema.ts'

/** Keeps the parameters of one statement below the limits of both databases. */
const ROWS_PER_INSERT = 500

type Removed = { id: string }

/** Without earlier layouts. */
export const allScreens = (db: Db) =>
  db
    .selectFrom('screens')
    .select(['id', 'name', 'places_revision', 'cleaning_minutes', 'closed_from', 'closed_to'])
    .where('version_of', 'is', null)
    .execute()

/** Their columns that the catalogue file decides. Without those of earlier layouts: their `layout_id` is the id of the screen. */
export const allPlaces = (db: Db): Promise<PlaceColumns[]> =>
  db
    .selectFrom('places')
    .innerJoin('screens', 'screens.id', 'layout_id')
    .select(['places.id', 'layout_id', 'kind', 'label', 'category', 'position', 'retired'])
    .select(['access', 'x'])
    .where('version_of', 'is', null)
    .execute()

export const allMovies = (db: Db) => db.selectFrom('movies').selectAll().execute()
export const allCatalogueIds = (db: Db) => db.selectFrom('catalogue_ids').selectAll().execute()

/** What has sold tickets for shows to come: movies, screens and rows of seats. */
export const selectSold = (db: Db, since: number) =>
  sql<{ movie_id: string; screen_id: string; row_letters: string | null }>`
    select distinct movie_id, coalesce(version_of, screens.id) as screen_id, case when kind = 'seat' then rtrim(label, '0123456789') end as row_letters
      from showtimes
      join screens on screens.id = showtimes.layout_id
      join claims on claims.showtime_id = showtimes.id
      join bookings on bookings.id = claims.booking_id and channel <> 'house'
      join places on places.id = claims.place_id
     where starts_at > ${since} and cancelled_at is null`.execute(db)

/** Adds the ids, or changes what they name. */
export const putCatalogueIds = (db: Db, ids: readonly CatalogueIdRow[]) =>
  sql`
    insert into catalogue_ids (kind, file_id, stored_id)
    select kind, file_id, stored_id
      from ${inputRows(
        db,
        { kind: 'text', file_id: 'text', stored_id: 'text' },
        ids.map((row) => ({ ...row })),
      )}
     where true
        on conflict (kind, file_id) do update set stored_id = excluded.stored_id`.execute(db)

export async function insertRows<Table extends 'screens' | 'places' | 'movies' | 'daily_showtimes'>(
  db: Db,
  table: Table,
  rows: Insertable<Schema[Table]>[],
) {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    const batch = rows.slice(from, from + ROWS_PER_INSERT)
    await db
      .insertInto<Table>(table)
      .values(batch as never)
      .execute()
  }
}

/** Names are unique: what gets another name has a temporary one first, so that two can be swapped. */
export const setTemporaryScreenNames = (db: Db, ids: string[]) =>
  sql`update screens set name = id where id in (select id from ${idRows(db, ids)})`.execute(db)

export const setTemporaryMovieNames = (db: Db, ids: string[]) =>
  sql`update movies set name = id where id in (select id from ${idRows(db, ids)})`.execute(db)

export const setTemporaryPlaceLabels = (db: Db, ids: string[]) =>
  sql`update places set label = id where id in (select id from ${idRows(db, ids)})`.execute(db)

/** Its earlier layouts have the same name. */
export async function updateScreen(
  db: Db,
  { id, places_revision: _, ...screen }: Awaited<ReturnType<typeof allScreens>>[number],
) {
  await db.updateTable('screens').set(screen).where('id', '=', id).execute()
  const { name } = screen
  await db.updateTable('screens').set({ name }).where('version_of', '=', id).execute()
}

export const updatePlace = (db: Db, { id, ...place }: PlaceColumns) =>
  db.updateTable('places').set(place).where('id', '=', id).execute()

export const updateMovie = (db: Db, { id, ...movie }: MovieRow) =>
  db.updateTable('movies').set(movie).where('id', '=', id).execute()

export const deleteDaily = (db: Db, { screen_id, at }: DailyShowtimeRow) =>
  db.deleteFrom('daily_showtimes').where('screen_id', '=', screen_id).where('at', '=', at).execute()

/**
 * Locks the showtimes that are not over, in the order of their ids, and gives them new versions: no hold or sale happens until the
 * transaction ends, and every node reads their states again.
 */
export async function changeShowtimesSince(db: Db, since: number) {
  await sql`
    select id from showtimes where starts_at > ${since} order by id ${lockRows(db, 'showtimes')}`.execute(
    db,
  )
  await sql`
    update showtimes set version = ${crypto.randomUUID()} where starts_at > ${since}`.execute(db)
}

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

export const deletePosterFiles = (db: Db, movieIds: string[]) =>
  sql`delete from poster_files where movie_id in (select id from ${idRows(db, movieIds)})`.execute(
    db,
  )

export const retireMovies = (db: Db, ids: string[]) =>
  sql`update movies set retired = 1 where id in (select id from ${idRows(db, ids)})`.execute(db)

/** A screen with earlier versions of its layout stays, as one with shows: without places, it is not in use. */
export const deleteUnusedScreens = (db: Db, ids: string[]) =>
  sql<Removed>`
    delete from screens where id in (select id from ${idRows(db, ids)})
       and not exists (select 1 from showtimes where layout_id = screens.id)
       and not exists (select 1 from places where layout_id = screens.id)
       and not exists (select 1 from screens as earlier where earlier.version_of = screens.id)
    returning id`.execute(db)

/**
 * Deletes the showtimes without claims and bookings, to which no money was ever paid. A cancelled one stays, so that the daily schedule does not add it again. So does a moved one: the file
 * has it at the time that it has left.
 */
export const deleteUnusedShowtimes = (db: Db, ids: string[]) =>
  sql<Removed>`
    delete from showtimes where id in (select id from ${idRows(db, ids)})
       and not exists (select 1 from claims where showtime_id = showtimes.id)
       and id not in (select showtime_id from bookings)
       and id not in (select showtime_id from change_takings)
       and id not in (select showtime_id from show_moves)
       and cancelled_at is null
    returning id`.execute(db)

/** The showtimes that are not cancelled, with the cutoff that a file says. `is_in_use`: 1 if `deleteUnusedShowtimes` keeps it. */
export const selectLiveShowtimes = (db: Db, since: number) =>
  sql<{
    id: string
    movie_id: string
    screen_id: string
    screen: string
    starts_at: number
    cutoff_minutes: number
    duration: number
    is_in_use: number
  }>`
    select showtimes.id, movie_id, coalesce(version_of, screens.id) as screen_id, screens.name as screen, starts_at, duration,
           case when exists (select 1 from claims where showtime_id = showtimes.id)
                  or showtimes.id in (select showtime_id from bookings)
                  or showtimes.id in (select showtime_id from change_takings)
                  or exists (select 1 from show_moves where showtime_id = showtimes.id) then 1 else 0 end as is_in_use,
           coalesce(cutoff_minutes, ${sql.lit(DEFAULT_CUTOFF_MINUTES)}) as cutoff_minutes
      from showtimes
      join screens on screens.id = layout_id
      join movies on movies.id = movie_id
     where starts_at > ${since} and cancelled_at is null`.execute(db)

interface UseRow {
  id: string
  /** The number of places. */
  sold: number
  held: number
}

/** How showtimes are used that are neither cancelled nor moved. */
export const selectUseOfKept = (db: Db, ids: string[]) =>
  sql<UseRow>`
    select showtimes.id,
           count(case when claims.booking_id is not null then 1 end) as sold,
           count(case when claims.holder is not null then 1 end) as held
      from (select id from ${idRows(db, ids)}) as kept
      join showtimes on showtimes.id = kept.id
      left join claims on claims.showtime_id = showtimes.id
     where cancelled_at is null and showtimes.id not in (select showtime_id from show_moves)
     group by showtimes.id`.execute(db)

/** The places of these that are sold or held for shows to come. */
export const selectUsedPlaces = (db: Db, ids: string[], since: number) =>
  sql<{ id: string }>`
    select distinct place_id as id
      from claims join showtimes on showtimes.id = showtime_id
     where starts_at > ${since} and place_id in (select id from ${idRows(db, ids)})`.execute(db)

export const updateCutoff = (db: Db, id: string, cutoffMinutes: number) =>
  db.updateTable('showtimes').set({ cutoff_minutes: cutoffMinutes }).where('id', '=', id).execute()

/** Invalidates the cached layouts of these screens. */
export const incrementPlacesRevisions = (db: Db, screenIds: string[]) =>
  sql`
    update screens set places_revision = places_revision + 1
     where id in (select id from ${idRows(db, screenIds)})`.execute(db)

/** Increments the revision of the upcoming showtimes, so that viewers fetch the new seat map. */
export const incrementRevisionsOfScreens = (db: Db, screenIds: string[], since: number) =>
  sql`
    update showtimes set rev = rev + 1
     where layout_id in (select id from ${idRows(db, screenIds)}) and starts_at > ${since}`.execute(
    db,
  )
