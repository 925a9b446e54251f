import { type Kysely, sql } from 'kysely'
import { replaceCheck } from '../src/database/replace-check.ts'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * Seats that are out of service: the flag of the place decides; the outage says why, since when and until when. The audit gets actions on
 * screens.
 */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
  const values = ['device', 'showtime', 'booking', 'screen']
  await replaceCheck(db, { table: 'audit', column: 'subject_type', values })
}

const STATEMENTS = [
  sql`alter table places add column out_of_service integer not null default 0 check (out_of_service in (0, 1))`,
  sql`create table seat_outages (
    id text primary key,
    screen_id text not null,
    place_id text not null,
    reason text not null,
    device_id text not null,
    since bigint not null,
    ended_at bigint,
    ended_by text,
    end_reason text
  )`,
  sql`create unique index open_outage_of_a_place on seat_outages (place_id) where ended_at is null`,
  sql`create index seat_outages_of_a_screen on seat_outages (screen_id)`,
]
