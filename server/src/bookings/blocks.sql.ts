import { sql } from 'kysely'
import { clock, idRows, inputRows } from '../database/dialect.ts'
import { lockRows, skipLocked } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'

interface BlockedPlaceRow {
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

export const findDueBlock = (db: Db) =>
  sql<{ booking_id: string }>`select booking_id from blocks where ${isDue} limit 1`.execute(db)

/** Locks blocks whose release is due, and that no other node releases. */
export const lockDueBlocks = (db: Db, limit: number) =>
  sql<{ booking_id: string }>`
    select booking_id from blocks
     where ${isDue} order by release_at limit ${limit} ${skipLocked(db, 'blocks')}`.execute(db)

/** Locks blocks in the order of their ids. */
export const lockBlocks = (db: Db, bookingIds: readonly string[]) =>
  sql`
    select booking_id from blocks
     where booking_id in (select id from ${idRows(db, bookingIds)})
     order by booking_id ${lockRows(db, 'blocks')}`.execute(db)

export const selectPlacesOfBlocks = (db: Db, bookingIds: readonly string[]) =>
  sql<BlockedPlaceRow>`
    select booking_id, showtime_id, place_id
      from ${idRows(db, bookingIds)}
      join bookings on bookings.id = wanted.id
      join booking_places on booking_id = bookings.id`.execute(db)

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
