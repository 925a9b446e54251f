import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** When a mail was last tried: accounts take turns by their latest attempts. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table outbox add column attempted_at bigint`.execute(db)
  await sql`create index outbox_by_attempt on outbox (attempted_at) where attempted_at is not null`.execute(
    db,
  )
}
