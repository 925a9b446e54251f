import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * The cleanup finds expired holds, abandoned holds and ended retake blocks by index, however many live holds there are. The index of holders
 * has a condition that each search for a holder implies: for `booking_id is null`, PostgreSQL read the whole index to find all holds.
 */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`drop index claims_held`,
    sql`create index claims_of_a_holder on claims (holder, showtime_id) where holder is not null`,
    sql`create index claims_by_deadline on claims (held_until) where held_until is not null`,
    // A checkout of a signed-in holder is never abandoned.
    sql`create index claims_by_last_seen on claims (seen_at)
         where seen_at is not null and (checkout_at is null or account is null)`,
    sql`create index retake_blocks_by_end on retake_blocks (blocked_until)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
