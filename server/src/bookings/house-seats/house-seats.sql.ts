import { sql } from 'kysely'
import { clock, idRows } from '#src/database/dialect.ts'
import type { Db } from '#src/database/schema.ts'

export interface HouseSeatRow {
  booking_id: string
  /** Null: the booking has no place left. */
  place_id: string | null
  /** Epoch milliseconds. Null: the house has it until it is released. */
  release_at: number | null
}

/** The house seats of a show that are not released. */
export const selectHouseSeats = (db: Db, showtimeId: string) =>
  sql<HouseSeatRow>`
    select blocks.booking_id, booking_places.place_id, release_at
      from blocks
      join bookings on bookings.id = blocks.booking_id
      left join booking_places on booking_places.booking_id = blocks.booking_id
     where released_at is null and bookings.showtime_id = ${showtimeId}`.execute(db)

/** The shows with house seats that are to be released. */
export const selectShowsWithDueSeats = (db: Db, limit: number) =>
  sql<{ showtime_id: string }>`
    select showtime_id from blocks join bookings on bookings.id = booking_id
     where release_at <= ${clock} and released_at is null
     group by showtime_id order by min(release_at) limit ${limit}`.execute(db)

/** Marks bookings of the house that have no places left. */
export const markReleased = (db: Db, bookingIds: readonly string[]) =>
  sql`
    update blocks set released_at = ${clock}
     where released_at is null and booking_id in (select id from ${idRows(db, bookingIds)})
       and not exists (select 1 from booking_places where booking_places.booking_id = blocks.booking_id)`.execute(
    db,
  )
