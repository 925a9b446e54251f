import { sql } from 'kysely'

/** Who was let in, and where the vehicles are. */
export const DOOR = [
  sql`create table admissions (
    id text primary key,
    booking_id text not null references bookings (id),
    pass integer not null check (pass >= 0),
    count integer not null check (count <> 0),
    device text,
    scanned_at bigint not null,
    received_at bigint not null,
    showtime_id text,
    scan_id text,
    is_offline integer not null default 0 check (is_offline in (0, 1))
  )`,
  sql`create index admissions_of_a_booking on admissions (booking_id)`,
  sql`create index admissions_of_a_showtime on admissions (showtime_id, scanned_at, count) where showtime_id is not null`,
  // A scan admits once and is undone once.
  sql`create unique index admissions_by_scan on admissions (scan_id) where scan_id is not null and count > 0`,
  sql`create unique index admissions_undone on admissions (scan_id) where scan_id is not null and count < 0`,

  sql`create table excess_admissions (
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
  sql`create index excess_admissions_of_a_showtime on excess_admissions (showtime_id)`,

  sql`create table vehicle_states (
    showtime_id text not null,
    place_id text not null,
    booking_id text not null references bookings (id),
    state text not null check (state in ('expected', 'arrived', 'parked', 'called', 'returned')),
    since bigint not null,
    primary key (showtime_id, place_id)
  )`,
  sql`create index vehicles_at_the_valet on vehicle_states (showtime_id) where state not in ('expected', 'returned')`,
]
