import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Confirmations refer to their booking and are composed when they are sent. Earlier versions would send them empty. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table outbox add column booking_id text`.execute(db)
}
