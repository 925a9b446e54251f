import type { Db } from '../database/schema.ts'
import { WRITE_CONFLICT } from '../platform/write-batcher.ts'
import * as claims from './claims.sql.ts'
import type { HoldLimits } from './live-holds.ts'

/** Sells places in the transaction that writes their bookings. Returns the showtimes. Throws WRITE_CONFLICT unless all are sold. */
export async function sellPlaces(tx: Db, sales: claims.Sale[], limits: HoldLimits) {
  const { rows } = await claims.insertSales(tx, sales, limits)
  if (rows.length < sales.length) throw WRITE_CONFLICT
  return claims.showtimesOf(rows)
}

export const incrementRevisions = claims.incrementRevisions
