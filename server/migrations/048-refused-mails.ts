import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Mails that the mail server has refused for good, and the HTML of mails that are not composed when they are sent. */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table outbox add column refused_at bigint`,
    sql`alter table outbox add column refusal text`,
    sql`alter table outbox add column html text`,
    sql`create index outbox_refused on outbox (booking_id) where refused_at is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
