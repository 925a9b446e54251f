import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** When the holder was last known to have a window open on the showtime: no server's memory, so no crash forgets it. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table claims add column seen_at bigint`.execute(db)
  await sql`update claims set seen_at = clock_ms() where booking_id is null`.execute(db)
}
