import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Shows that were moved to another screen or time, and until when their visitors can cancel for a full refund. */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS = [
  sql`create table show_moves (
    id text primary key,
    showtime_id text not null,
    from_screen_id text not null,
    from_starts_at bigint not null,
    to_screen_id text not null,
    to_starts_at bigint not null,
    reason text not null,
    device_id text not null,
    at bigint not null
  )`,
  sql`create index show_moves_of_a_showtime on show_moves (showtime_id, at)`,
  // The times that moved shows have left: no daily showtime is added there again.
  sql`create index show_moves_by_left_time on show_moves (from_starts_at)`,
  sql`alter table bookings add column full_refund_until bigint`,
]
