import type { Db } from '../database/schema.ts'
import { awaitAll } from '../database/transaction.ts'
import { WRITE_CONFLICT } from '../platform/write-batcher.ts'
import * as claims from './claims.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/**
 * Sells places in the transaction that writes their bookings. Call it after the insertion of the booked places: that numbers the seat passes, which friends
 * get. Returns the showtimes. Throws WRITE_CONFLICT unless all are sold.
 */
export async function sellPlaces(tx: Db, sales: claims.PlaceSale[], limits: HoldLimits) {
  const [, { rows }] = await awaitAll([
    claims.insertFriendSeats(tx, sales),
    claims.insertSales(tx, sales, limits),
  ])
  if (rows.length < sales.length) throw WRITE_CONFLICT
  return claims.showtimesOf(rows)
}

/** Releases places of bookings. Returns those that were released: another transaction may have been first. */
export async function releasePlaces(tx: Db, sold: readonly claims.SoldPlace[]) {
  const { rows } = await claims.deleteSales(tx, sold)
  return rows.map(({ showtime_id: showtimeId, place_id: placeId, booking_id: bookingId }) => ({
    ...{ showtimeId, placeId, bookingId },
  }))
}

/** Ends all holds at a showtime. Returns how many places were held. */
export const endHoldsAt = async (tx: Db, showtimeId: string) =>
  (await claims.deleteHoldsAt(tx, showtimeId)).rows.length

/** Ends the holds on places at showtimes. */
export const endHoldsOn = async (
  tx: Db,
  places: Parameters<typeof claims.deleteHoldsOnPlaces>[1],
) => void (await claims.deleteHoldsOnPlaces(tx, places))

export const incrementRevisions = claims.incrementRevisions
