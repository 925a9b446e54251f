import { sql } from 'kysely'
import { clock } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface HouseSeatRow {
  booking_id: string
  /** Null: the booking has no place left. */
  place_id: string | null
  /** Epoch milliseconds. Null: the house keeps it until staff gives it back. */
  house_until: number | null
}

/** The blocked places of a show. */
export const selectHouseSeats = (db: Db, showtimeId: string) =>
  sql<HouseSeatRow>`
    select bookings.id as booking_id, place_id, house_until
      from bookings left join booking_places on booking_id = bookings.id
     where channel = 'house' and house_ended_at is null and showtime_id = ${showtimeId}`.execute(db)

/** The shows with blocked places whose time has come. */
export const selectShowsWithDueSeats = (db: Db, limit: number) =>
  sql<{ showtime_id: string }>`
    select showtime_id from bookings
     where house_until <= ${clock} and house_ended_at is null
     group by showtime_id order by min(house_until) limit ${limit}`.execute(db)
