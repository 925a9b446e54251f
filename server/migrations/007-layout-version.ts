import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Counts how often the places of a screen have been changed, so that whoever knows a layout knows whether it still is the one. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table screens add column layout integer not null default 0`.execute(db)
}
