import { sql } from 'kysely'
import { idRows } from '../database/dialect.ts'
import type { Db, PlaceType } from '../database/schema.ts'

/** One place of a booking, with the booking. */
export interface ConfirmedPlace {
  booking_id: string
  reference: string
  total_cost: number
  movie: string
  screen: string
  starts_at: number
  kind: PlaceType
  label: string
  /** Null for a seat, and for a slot that was booked without a vehicle number. */
  vehicle_number: string | null
}

/** The places of bookings, each booking in the order of the seat map. */
export const selectConfirmedPlaces = (db: Db, bookingIds: readonly string[]) =>
  sql<ConfirmedPlace>`
    select bookings.id as booking_id, reference, total_cost, movies.name as movie, screens.name as screen, starts_at, kind, label,
           vehicle_number
      from ${idRows(db, bookingIds)}
      join bookings on bookings.id = wanted.id
      join booking_places on booking_places.booking_id = bookings.id
      join places on places.id = booking_places.place_id
      join showtimes on showtimes.id = bookings.showtime_id
      join movies on movies.id = showtimes.movie_id
      join screens on screens.id = showtimes.screen_id
     order by kind, places.position`.execute(db)
