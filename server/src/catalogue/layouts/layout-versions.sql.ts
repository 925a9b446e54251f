import { sql } from 'kysely'
import { idRows } from '#src/database/dialect.ts'
import type { Db, PlaceRow, SeatOutageRow } from '#src/database/schema.ts'

interface NewVersion {
  screenId: string
  /** The id of the layout that the screen has had so far. */
  earlierId: string
  /** Epoch milliseconds. */
  validFrom: number
}

/** Moves the places of a screen, and its shows before `validFrom` and those in use, to an earlier layout of the screen. */
export async function keepEarlierLayout(db: Db, { screenId, earlierId, validFrom }: NewVersion) {
  await sql`
    insert into screens (id, name, places_revision, cleaning_minutes, version_of, layout_version, valid_from)
    select ${earlierId}, name, 0, cleaning_minutes, id, layout_version, valid_from
      from screens where id = ${screenId}`.execute(db)
  await sql`update places set layout_id = ${earlierId} where layout_id = ${screenId}`.execute(db)
  await sql`
    update showtimes set layout_id = ${earlierId}
     where layout_id = ${screenId}
       and (starts_at < ${validFrom} or cancelled_at is not null
            or exists (select 1 from claims where showtime_id = showtimes.id)
            or id in (select showtime_id from bookings))`.execute(db)
  await sql`
    update screens set places_revision = places_revision + 1, layout_version = layout_version + 1, valid_from = ${validFrom}
     where id = ${screenId}`.execute(db)
}

type KeptOutage = Pick<SeatOutageRow, 'place_id' | 'reason' | 'device_id' | 'since'>

/** The open outages of earlier layouts of these screens whose seats the latest layout has, in service: one for each layout in which the seat is out. */
export const selectOutagesToKeep = (db: Db, screenIds: readonly string[]) =>
  sql<KeptOutage>`
    select places.id as place_id, reason, device_id, since
      from seat_outages
      join places as earlier on earlier.id = seat_outages.place_id
      join screens on screens.id = earlier.layout_id
      join ${idRows(db, screenIds)} on wanted.id = version_of
      join places on places.layout_id = version_of and places.kind = earlier.kind and places.label = earlier.label
     where ended_at is null and places.retired = 0 and places.out_of_service = 0`.execute(db)

export const takeOutOfService = (db: Db, placeIds: readonly string[]) =>
  sql`update places set out_of_service = 1 where id in (select id from ${idRows(db, placeIds)})`.execute(
    db,
  )

export const insertOutage = (db: Db, row: KeptOutage) =>
  db
    .insertInto('seat_outages')
    .values({ ...row, id: crypto.randomUUID(), ended_at: null, ended_by: null, end_reason: null })
    .execute()

/** The layouts of a screen, the latest first, with their shows to come. */
export const selectLayouts = (db: Db, screenId: string, now: number) =>
  sql<{ id: string; layout_version: number; valid_from: number; upcoming: number }>`
    select id, layout_version, valid_from,
           (select count(*) from showtimes
             where layout_id = screens.id and starts_at > ${now} and cancelled_at is null) as upcoming
      from screens where id = ${screenId} or version_of = ${screenId}
     order by layout_version desc`.execute(db)

export const selectPlacesOfLayouts = (db: Db, ids: readonly string[]): Promise<PlaceRow[]> =>
  db
    .selectFrom('places')
    .selectAll()
    .where('layout_id', 'in', ids)
    .where('retired', '=', 0)
    .execute()

/** The shows to come on all layouts of a screen, by start, with the number of places in use. */
export const selectUpcoming = (db: Db, screenId: string, now: number) =>
  sql<{
    id: string
    layout_id: string
    movie: string
    starts_at: number
    sold: number
    held: number
  }>`
    select showtimes.id, layout_id, movies.name as movie, starts_at,
           count(claims.booking_id) as sold, count(claims.holder) as held
      from screens
      join showtimes on showtimes.layout_id = screens.id and starts_at > ${now} and cancelled_at is null
      join movies on movies.id = movie_id
      left join claims on claims.showtime_id = showtimes.id
     where screens.id = ${screenId} or screens.version_of = ${screenId}
     group by showtimes.id, layout_id, movies.name, starts_at
     order by starts_at`.execute(db)
