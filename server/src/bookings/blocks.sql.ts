import { sql } from 'kysely'
import { clock, idRows, inputRows } from '../database/dialect.ts'
import type { Db } from '../database/schema.ts'

export interface BlockedPlaceRow {
  booking_id: string
  showtime_id: string
  place_id: string
}

/** Those of the places that the house has blocked. */
export const selectBlockedPlaces = (db: Db, showtimeId: string, placeIds: readonly string[]) =>
  sql<BlockedPlaceRow>`
    select claims.booking_id, claims.showtime_id, claims.place_id
      from ${idRows(db, placeIds)}
      join claims on claims.showtime_id = ${showtimeId} and claims.place_id = wanted.id
      join bookings on bookings.id = claims.booking_id
     where channel = 'house'`.execute(db)

/** All places of a show that the house has blocked. */
export const selectBlocksAt = (db: Db, showtimeId: string) =>
  sql<BlockedPlaceRow>`
    select claims.booking_id, claims.showtime_id, claims.place_id
      from claims join bookings on bookings.id = claims.booking_id
     where claims.showtime_id = ${showtimeId} and channel = 'house'`.execute(db)

const isDue = sql`release_at <= ${clock} and released_at is null`

/** Blocks whose release is due. */
export const selectDueBlocks = (db: Db, limit: number) =>
  sql<{ booking_id: string; showtime_id: string }>`
    select booking_id, showtime_id from blocks join bookings on bookings.id = booking_id
     where ${isDue} order by release_at limit ${limit}`.execute(db)

/** The places of those of the blocks that are still due. */
export const selectPlacesOfDueBlocks = (db: Db, bookingIds: readonly string[]) =>
  sql<BlockedPlaceRow>`
    select booking_places.booking_id, bookings.showtime_id, place_id
      from ${idRows(db, bookingIds)}
      join blocks on blocks.booking_id = wanted.id and ${isDue}
      join bookings on bookings.id = wanted.id
      join booking_places on booking_places.booking_id = bookings.id`.execute(db)

export const deleteBookedPlaces = (
  db: Db,
  places: readonly { bookingId: string; placeId: string }[],
) =>
  sql`
    delete from booking_places where (booking_id, place_id) in (
      select booking, place from ${inputRows(
        db,
        { booking: 'text', place: 'text' },
        places.map(({ bookingId, placeId }) => ({ booking: bookingId, place: placeId })),
      )})`.execute(db)

/** Marks the blocks that have no places left. */
export const markReleased = (db: Db, bookingIds: readonly string[]) =>
  sql`
    update blocks set released_at = ${clock}
     where released_at is null and booking_id in (select id from ${idRows(db, bookingIds)})
       and not exists (select 1 from booking_places where booking_places.booking_id = blocks.booking_id)`.execute(
    db,
  )
