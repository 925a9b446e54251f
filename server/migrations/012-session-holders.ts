import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Binds each session to the holder cookie of its browser. Older sessions have none and end at their next renewal. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table sessions add column holder_hash text`.execute(db)
}
