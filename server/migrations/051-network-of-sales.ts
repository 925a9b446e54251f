import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** What the limits per account and per address count: the mailbox of the account, the address of a confirmed account, and when a place was sold. */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table claims add column mailbox text`,
    sql`alter table claims add column confirmed_address text`,
    sql`alter table claims add column sold_at bigint`,
    sql`create index claims_of_a_mailbox on claims (mailbox, showtime_id) where mailbox is not null`,
    sql`create index claims_of_a_confirmed_address on claims (confirmed_address, showtime_id) where confirmed_address is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
