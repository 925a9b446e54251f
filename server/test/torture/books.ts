import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

/** Places that stand in more than one booking of the same showtime. */
export const soldTwice = (db: Db) =>
  sql<{ place_id: string; n: number }>`
    select place_id, count(*) as n
      from booking_places join bookings on bookings.id = booking_id
     group by showtime_id, place_id having count(*) > 1`.execute(db)

/** Bookings with what was bought, and how much of that is still theirs. */
export const booked = (db: Db) =>
  sql<{ phone: string; reference: string; total_cost: number; place_id: string; owned: number }>`
    select phone, reference, total_cost, booking_places.place_id,
           (select count(*) from claims
             where claims.showtime_id = bookings.showtime_id
               and claims.place_id = booking_places.place_id
               and claims.booking_id = bookings.id) as owned
      from bookings join booking_places on booking_id = bookings.id`.execute(db)

/** How much each holder has at once. */
export const holdings = (db: Db) =>
  sql<{ holder: string; kind: string; n: number }>`
    select holder, kind, count(*) as n
      from claims join places on places.id = place_id
     where booking_id is null and held_until > ${clock}
     group by holder, showtime_id, kind`.execute(db)

/** Claims that mean two rights to one place. */
export const doubleClaims = (db: Db) =>
  sql<{ place_id: string; n: number }>`
    select place_id, count(*) as n from claims
     where booking_id is not null or held_until > ${clock}
     group by showtime_id, place_id having count(*) > 1`.execute(db)
