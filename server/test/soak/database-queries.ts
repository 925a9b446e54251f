import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

/** Places that are in more than one booking of a showtime. */
export const placesSoldTwice = (db: Db) =>
  sql<{ place_id: string; count: number }>`
    select place_id, count(*) as count
      from booking_places join bookings on bookings.id = booking_id
     group by showtime_id, place_id having count(*) > 1`.execute(db)

/** Claims of bookings that do not contain the place. */
export const salesWithoutBooking = (db: Db) =>
  sql<{ place_id: string }>`
    select claims.place_id
      from claims left join booking_places
        on booking_places.booking_id = claims.booking_id
       and booking_places.place_id = claims.place_id
     where claims.booking_id is not null and booking_places.place_id is null`.execute(db)

/** One row for each place of a booking; `claimed` is 1 if the booking still has its claim. */
export const bookedPlaces = (db: Db) =>
  sql<{
    phone: string
    total_cost: number
    place_id: string | null
    price: number | null
    claimed: number
  }>`
    select phone, total_cost, booking_places.place_id, booking_places.price,
           (select count(*) from claims
             where claims.showtime_id = bookings.showtime_id
               and claims.place_id = booking_places.place_id
               and claims.booking_id = bookings.id) as claimed
      from bookings left join booking_places on booking_id = bookings.id`.execute(db)

/** The number of places that each holder holds, by kind. */
export const heldCounts = (db: Db) =>
  sql<{ holder: string; kind: string; count: number }>`
    select holder, kind, count(*) as count
      from claims join places on places.id = place_id
     where booking_id is null and held_until > ${clock}
     group by holder, showtime_id, kind`.execute(db)

/** The deadlines and starts of each selection, and its longest hold in milliseconds. */
export const selections = (db: Db) =>
  sql<{ holder: string; deadlines: number; starts: number; length: number }>`
    select holder, count(distinct held_until) as deadlines, count(distinct held_since) as starts,
           max(held_until - held_since) as length
      from claims where booking_id is null and held_until > ${clock}
     group by holder, showtime_id`.execute(db)

/** Holds that expired at least `lateMs` milliseconds ago. */
export const overdueHolds = (db: Db, lateMs: number) =>
  sql<{ place_id: string; holder: string }>`
    select place_id, holder from claims
     where booking_id is null and held_until < ${clock} - ${sql.lit(lateMs)}`.execute(db)

/** Holds of a showtime, expired or not. */
export const holdRows = (db: Db, showtimeId: string) =>
  sql<{ place_id: string; holder: string }>`
    select place_id, holder from claims
     where showtime_id = ${showtimeId} and booking_id is null`.execute(db)

/** The revision of each showtime and the number of its sold places. */
export const revisions = (db: Db) =>
  sql<{ id: string; rev: number; sold: number }>`
    select id, rev, (select count(*) from claims
                      where showtime_id = showtimes.id and booking_id is not null) as sold
      from showtimes`.execute(db)

/** The holder of each claimed place of a showtime, or null for a sold place. */
export async function ownersOf(db: Db, showtimeId: string) {
  const { rows } = await sql<{ place_id: string; holder: string | null }>`
    select place_id, holder from claims
     where showtime_id = ${showtimeId}
       and (booking_id is not null or held_until > ${clock})`.execute(db)
  return new Map(rows.map(({ place_id, holder }) => [place_id, holder]))
}
