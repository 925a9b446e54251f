import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** A booking has at most one reminder, whichever node writes it. Users can switch reminders off. */
export async function up(db: Kysely<Schema>) {
  await sql`create unique index outbox_reminders on outbox (booking_id) where kind = 'reminder'`.execute(
    db,
  )
  await sql`alter table users add column reminders_off integer not null default 0 check (reminders_off in (0, 1))`.execute(
    db,
  )
}
