import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** What the list of signed-in devices shows. Older sessions have neither. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table sessions add column browser text`.execute(db)
  await sql`alter table sessions add column last_seen_at bigint`.execute(db)
}
