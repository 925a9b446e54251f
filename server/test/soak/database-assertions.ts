import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

/** Places that stand in more than one booking of the same showtime. */
export const soldTwice = (db: Db) =>
  sql<{ place_id: string; n: number }>`
    select place_id, count(*) as n
      from booking_places join bookings on bookings.id = booking_id
     group by showtime_id, place_id having count(*) > 1`.execute(db)

/** Bookings with what was bought, and how much of that is still theirs; a booking of nothing has one row, too. */
export const booked = (db: Db) =>
  sql<{
    phone: string
    reference: string
    total_cost: number
    place_id: string | null
    price: number | null
    owned: number
  }>`
    select phone, reference, total_cost, booking_places.place_id, booking_places.price,
           (select count(*) from claims
             where claims.showtime_id = bookings.showtime_id
               and claims.place_id = booking_places.place_id
               and claims.booking_id = bookings.id) as owned
      from bookings left join booking_places on booking_id = bookings.id`.execute(db)

/** Places that are sold by a booking which does not have them. */
export const soldByNobody = (db: Db) =>
  sql<{ place_id: string }>`
    select claims.place_id
      from claims left join booking_places
        on booking_places.booking_id = claims.booking_id
       and booking_places.place_id = claims.place_id
     where claims.booking_id is not null and booking_places.place_id is null`.execute(db)

/** How much each holder has at once. */
export const holdings = (db: Db) =>
  sql<{ holder: string; kind: string; n: number }>`
    select holder, kind, count(*) as n
      from claims join places on places.id = place_id
     where booking_id is null and held_until > ${clock}
     group by holder, showtime_id, kind`.execute(db)

/** The clocks of each holder's selection: there should be one, and not a long one. Milliseconds. */
export const clocks = (db: Db) =>
  sql<{ holder: string; ends: number; starts: number; length: number }>`
    select holder, count(distinct held_until) as ends, count(distinct held_since) as starts,
           max(held_until - held_since) as length
      from claims where booking_id is null and held_until > ${clock}
     group by holder, showtime_id`.execute(db)

/** Holds whose end is longer ago than so many milliseconds. */
export const overdue = (db: Db, lateMs: number) =>
  sql<{ place_id: string; holder: string }>`
    select place_id, holder from claims
     where booking_id is null and held_until < ${clock} - ${sql.lit(lateMs)}`.execute(db)

/** Holds of a showtime that are still written down, run out or not. */
export const holdsWritten = (db: Db, showtimeId: string) =>
  sql<{ place_id: string; holder: string }>`
    select place_id, holder from claims
     where showtime_id = ${showtimeId} and booking_id is null`.execute(db)

/** Claims that mean two rights to one place. */
export const doubleClaims = (db: Db) =>
  sql<{ place_id: string; n: number }>`
    select place_id, count(*) as n from claims
     where booking_id is not null or held_until > ${clock}
     group by showtime_id, place_id having count(*) > 1`.execute(db)

/** What only ever grows: each showtime's revision, and what is sold of it. */
export const growth = (db: Db) =>
  sql<{ id: string; rev: number; sold: number }>`
    select id, rev, (select count(*) from claims
                      where showtime_id = showtimes.id and booking_id is not null) as sold
      from showtimes`.execute(db)

/** Who has what at a showtime: the truth that every map has to show. */
export async function standings(db: Db, showtimeId: string) {
  const { rows } = await sql<{ place_id: string; holder: string | null }>`
    select place_id, holder from claims
     where showtime_id = ${showtimeId}
       and (booking_id is not null or held_until > ${clock})`.execute(db)
  return new Map(rows.map(({ place_id, holder }) => [place_id, holder]))
}
