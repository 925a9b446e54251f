import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Existing accounts count as unconfirmed, but lose their email only to a proof by link, not to Google alone. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table users add column email_confirmed_at bigint`.execute(db)
  await sql`alter table users add column predates_confirmation integer not null default 0`.execute(
    db,
  )
  await sql`update users set predates_confirmation = 1`.execute(db)

  await sql`create table email_tokens (
    hash text primary key,
    purpose text not null check (purpose in ('confirm', 'reset')),
    user_id text not null references users (id) on delete cascade,
    email text not null,
    expires_at bigint not null
  )`.execute(db)
  await sql`create index email_tokens_of_a_user on email_tokens (user_id)`.execute(db)
}
