import { sql } from 'kysely'
import type { Db } from '#src/database/schema.ts'

interface ToldShowRow {
  movie: string
  starts_at: number
  /** Minutes. */
  duration: number
  cancelled_at: number | null
}

export const selectToldShow = (db: Db, showtimeId: string) =>
  sql<ToldShowRow>`
    select movies.name as movie, starts_at, duration, cancelled_at
      from showtimes join movies on movies.id = movie_id
     where showtimes.id = ${showtimeId}`.execute(db)

export interface ToldBookingRow {
  id: string
  reference: string
  user_id: string | null
  email: string | null
  name: string | null
  phone: string | null
  seats: number
}

/** The sold bookings of a show, with their contacts and seats. */
export const selectToldBookings = (db: Db, showtimeId: string) =>
  sql<ToldBookingRow>`
    select bookings.id, reference, user_id, coalesce(contact_email, users.email) as email,
           coalesce(contact_name, users.username) as name, coalesce(bookings.phone, users.phone) as phone,
           count(case when kind = 'seat' then 1 end) as seats
      from claims
      join bookings on bookings.id = claims.booking_id
      join places on places.id = claims.place_id
      left join users on users.id = bookings.user_id
     where claims.showtime_id = ${showtimeId} and channel <> 'house'
     group by bookings.id, reference, user_id, contact_email, users.email, contact_name, users.username, bookings.phone, users.phone
     order by reference`.execute(db)
