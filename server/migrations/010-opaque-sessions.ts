import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Stores the hash of the access token with the refresh token of the same grant. Older rows have none and need one renewal. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table refresh_tokens add column access_hash text`.execute(db)
  await sql`alter table refresh_tokens add column access_expires_at bigint`.execute(db)
  await sql`create unique index refresh_tokens_of_access_hash on refresh_tokens (access_hash)`.execute(
    db,
  )
}
