import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { BookedPlaceRow, BookingRow, Db, PlaceKind } from '../database/schema.ts'

/** One booking per key of one person; whoever sends the key again gets no row here. */
export const insertBooking = (db: Db, booking: BookingRow) =>
  db
    .insertInto('bookings')
    .values(booking)
    .onConflict((conflict) => conflict.columns(['user_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()

export const insertPlaces = (db: Db, places: BookedPlaceRow[]) =>
  db.insertInto('booking_places').values(places).execute()

/** The moment of the sale is the database's, and only known once the places are taken. */
export const setCreatedAt = (db: Db, id: string, createdAt: number) =>
  db.updateTable('bookings').set({ created_at: createdAt }).where('id', '=', id).execute()

export const bookingByKey = (db: Db, userId: string, key: string) =>
  db
    .selectFrom('bookings')
    .select(['id', 'request_hash'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** The bookings of one person that have any of the places. */
export const bookingsOf = (db: Db, userId: string, showtimeId: string, placeIds: string[]) =>
  sql<{ id: string; reference: string }>`
    select distinct bookings.id, reference
      from ${idRows(db, placeIds)}
      join claims on claims.place_id = wanted.id and claims.showtime_id = ${showtimeId}
      join bookings on bookings.id = claims.booking_id
     where bookings.user_id = ${userId}`.execute(db)

export const placeIdsOf = (db: Db, bookingId: string) =>
  db.selectFrom('booking_places').select('place_id').where('booking_id', '=', bookingId).execute()

/** What the buyer asked for, if the film, the showtime and the places belong together. */
export const belongings = (db: Db, movieId: string, showtimeId: string, placeIds: string[]) =>
  sql<{ id: string; kind: PlaceKind; label: string; category: string | null }>`
    select places.id, kind, label, category
      from ${idRows(db, placeIds)}
      join places on places.id = wanted.id
      join showtimes on showtimes.screen_id = places.screen_id
     where showtimes.id = ${showtimeId} and movie_id = ${movieId}`.execute(db)

export interface BookingView extends Omit<BookingRow, 'idempotency_key' | 'request_hash'> {
  movie_id: string
  name: string
  genre: string
  duration: number
  image_url: string
  starts_at: number
  screen: string
}

const views = (db: Db) =>
  db
    .selectFrom('bookings')
    .innerJoin('showtimes', 'showtimes.id', 'bookings.showtime_id')
    .innerJoin('screens', 'screens.id', 'showtimes.screen_id')
    .innerJoin('movies', 'movies.id', 'showtimes.movie_id')
    .select([
      'bookings.id',
      'reference',
      'user_id',
      'showtime_id',
      'phone',
      'total_cost',
      'payment_status',
      'created_at',
      'movies.id as movie_id',
      'movies.name',
      'genre',
      'duration',
      'image_url',
      'starts_at',
      'screens.name as screen',
    ])

export const viewsOfUser = (db: Db, userId: string): Promise<BookingView[]> =>
  views(db).where('user_id', '=', userId).orderBy('created_at', 'desc').execute()

export const viewOf = (db: Db, id: string): Promise<BookingView> =>
  views(db).where('bookings.id', '=', id).executeTakeFirstOrThrow()

export interface BookedPlaceView {
  booking_id: string
  id: string
  kind: PlaceKind
  label: string
  category: string | null
  vehicle_number: string | null
}

export const placesOfBookings = (db: Db, bookingIds: string[]) =>
  sql<BookedPlaceView>`
    select booking_id, places.id, kind, label, category, vehicle_number
      from ${idRows(db, bookingIds)}
      join booking_places on booking_places.booking_id = wanted.id
      join places on places.id = booking_places.place_id
     order by kind, position`.execute(db)
