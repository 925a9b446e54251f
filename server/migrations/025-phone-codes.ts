import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** The last code that was sent to verify the phone number of a user. Deleted when it is used, and when the phone number changes. */
export async function up(db: Kysely<Schema>) {
  await sql`create table phone_codes (
    user_id text primary key references users (id) on delete cascade,
    code_hash text not null,
    expires_at bigint not null,
    attempts integer not null
  )`.execute(db)
}
