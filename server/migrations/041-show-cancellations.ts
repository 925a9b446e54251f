import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

const STATEMENTS = [
  sql`alter table showtimes add column cancelled_at bigint`,
  sql`create table show_cancellations (
    showtime_id text primary key,
    reason text not null,
    device_id text not null,
    cancelled_at bigint not null,
    finished_at bigint
  )`,
  sql`create index unfinished_show_cancellations on show_cancellations (showtime_id) where finished_at is null`,
  sql`alter table bookings add column cancelled_by text`,
]

/** Shows that the cinema has cancelled, and which bookings it has cancelled. */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
}
