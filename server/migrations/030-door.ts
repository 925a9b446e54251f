import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Scans at the door, those that two doors made of one pass while they were offline, and the vehicles at the valet's post. */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS = [
  sql`alter table admissions add column showtime_id text`,
  // The scan that the device made, or the scan that was undone.
  sql`alter table admissions add column scan_id text`,
  sql`alter table admissions add column is_offline integer not null default 0 check (is_offline in (0, 1))`,
  sql`create index admissions_of_a_showtime on admissions (showtime_id) where showtime_id is not null`,
  sql`create unique index admissions_by_scan on admissions (scan_id) where scan_id is not null and count > 0`,
  sql`create unique index admissions_undone on admissions (scan_id) where scan_id is not null and count < 0`,

  // People who were let in offline although another door had admitted their pass. They do not count as admitted.
  sql`create table admission_conflicts (
    scan_id text primary key,
    booking_id text not null references bookings (id),
    showtime_id text not null,
    pass integer not null,
    count integer not null,
    device text not null,
    scanned_at bigint not null,
    received_at bigint not null,
    first_scan_id text
  )`,
  sql`create index admission_conflicts_of_a_showtime on admission_conflicts (showtime_id)`,

  sql`create table vehicle_states (
    showtime_id text not null,
    place_id text not null,
    booking_id text not null references bookings (id),
    state text not null check (state in ('expected', 'arrived', 'parked', 'called', 'returned')),
    since bigint not null,
    primary key (showtime_id, place_id)
  )`,
]
