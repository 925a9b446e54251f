import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export async function up(db: Kysely<Schema>) {
  await sql`create index identities_of_a_user on identities (user_id)`.execute(db)

  // `spent` and `forget_at` are historical names: used nonces are deleted when they expire.
  // The primary key ensures that each nonce is used once.
  await sql`create table spent_nonces (
    hash text primary key,
    forget_at bigint not null
  )`.execute(db)
  await sql`create index spent_nonces_to_forget on spent_nonces (forget_at)`.execute(db)
}
