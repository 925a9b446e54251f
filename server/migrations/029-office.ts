import { type Kysely, sql } from 'kysely'
import { createPhoneIndex } from '../src/database/dialect.ts'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * The cinema's own side: paired devices, the record of what they do, how bookings were made, places that the house has blocked, and what
 * the search of bookings needs.
 */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
  await createPhoneIndex(db)
}

const STATEMENTS = [
  sql`create table devices (
    id text primary key,
    name text not null,
    scope text not null check (scope in ('manager', 'counter', 'door', 'valet', 'reports')),
    secret_hash text not null unique,
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint,
    revoked_at bigint
  )`,
  sql`create table pairing_codes (
    code_hash text primary key,
    name text,
    scope text not null,
    device_expires_at bigint,
    valid_until bigint not null
  )`,

  // Ids only: no names, emails, phone numbers or vehicle numbers of visitors. Rows are only added.
  sql`create table audit (
    id text primary key,
    at bigint not null,
    device_id text,
    action text not null,
    subject_type text not null check (subject_type in ('device', 'showtime', 'booking')),
    subject_id text not null,
    state_before text,
    state_after text,
    reason text
  )`,
  sql`create index audit_by_time on audit (at, id)`,
  sql`create index audit_of_a_subject on audit (subject_id, at, id)`,
  sql`create index audit_of_a_device on audit (device_id, at, id)`,

  sql`alter table bookings add column channel text not null default 'web' check (channel in ('web', 'counter', 'house'))`,
  sql`alter table bookings add column payment_kind text not null default 'demo'
        check (payment_kind in ('demo', 'cash', 'card', 'complimentary', 'none'))`,
  // The device that sold or blocked.
  sql`alter table bookings add column device_id text`,
  sql`create unique index bookings_of_a_device on bookings (device_id, idempotency_key) where idempotency_key is not null and device_id is not null`,

  // The bookings of the house: their places are blocked.
  sql`create table blocks (
    booking_id text primary key references bookings (id),
    reason text not null,
    release_at bigint,
    released_at bigint
  )`,
  sql`create index blocks_by_release on blocks (release_at) where release_at is not null and released_at is null`,

  // What the counter was told. The phone number is in the booking.
  sql`create table booking_contacts (
    booking_id text primary key references bookings (id),
    name text,
    email text
  )`,
  sql`create index booking_contacts_by_email on booking_contacts (email) where email is not null`,
  sql`create table booking_notes (
    id text primary key,
    booking_id text not null references bookings (id),
    device_id text not null,
    at bigint not null,
    content text not null
  )`,
  sql`create index booking_notes_of_a_booking on booking_notes (booking_id, at)`,
  sql`create index outbox_of_a_booking on outbox (booking_id) where booking_id is not null`,
  sql`create index booking_places_by_vehicle on booking_places (vehicle_number) where vehicle_number is not null`,
]
