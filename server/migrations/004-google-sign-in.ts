import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Identities have been there from the start: issuer and subject, one row each, gone with their account. */
export async function up(db: Kysely<Schema>) {
  await sql`create index identities_of_a_user on identities (user_id)`.execute(db)

  // The key is the rule: of all who bring the same nonce, one has it.
  await sql`create table spent_nonces (
    hash text primary key,
    forget_at bigint not null
  )`.execute(db)
  await sql`create index spent_nonces_to_forget on spent_nonces (forget_at)`.execute(db)
}
