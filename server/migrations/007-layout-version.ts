import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** The version of a screen's places, so that cached layouts can be checked. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table screens add column layout integer not null default 0`.execute(db)
}
