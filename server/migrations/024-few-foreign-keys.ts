import { dropForeignKeys } from '../src/database/drop-foreign-keys.ts'
import type { Db } from '../src/database/schema.ts'

export const additive = true

/**
 * Drops the foreign keys of claims and bookings, except that of the buyer. The statements that write these rows read the rows to which they
 * refer (docs/decisions/011-few-foreign-keys.md).
 */
export async function up(db: Db) {
  // Tables that refer to others come first: SQLite refuses to drop a table with references to it.
  await dropForeignKeys(db, 'claims', ['showtime_id', 'place_id', 'booking_id'])
  await dropForeignKeys(db, 'booking_places', ['booking_id', 'place_id'])
  await dropForeignKeys(db, 'bookings', ['showtime_id'])
}
