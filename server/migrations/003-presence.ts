import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Stores when the holder was last seen connected to the showtime, so that it survives a crash of the server. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table claims add column seen_at bigint`.execute(db)
  await sql`update claims set seen_at = clock_ms() where booking_id is null`.execute(db)
}
