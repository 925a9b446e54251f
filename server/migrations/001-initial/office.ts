import { sql } from 'kysely'

/** The devices of staff, and the record of what they do. */
export const OFFICE = [
  sql`create table devices (
    id text primary key,
    name text not null,
    scope text not null check (scope in ('manager', 'counter', 'door', 'valet', 'reports')),
    secret_hash text not null unique,
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint,
    revoked_at bigint,
    person_id text,
    person_seen_at bigint,
    pin_failures integer not null default 0,
    pin_blocked_until bigint
  )`,

  sql`create table pairing_codes (
    code_hash text primary key,
    name text,
    scope text not null,
    device_expires_at bigint,
    valid_until bigint not null
  )`,

  // Changes of the programme that are not applied yet. A device has one draft.
  sql`create table programme_drafts (
    id text primary key,
    device_id text not null unique,
    changes text not null,
    programme_version bigint not null,
    revision integer not null,
    saved_at bigint not null
  )`,

  sql`create table audit (
    id text primary key,
    at bigint not null,
    device_id text,
    person_id text,
    action text not null,
    subject_type text not null check (subject_type in (
      'device', 'showtime', 'booking', 'screen', 'programme', 'movie', 'enquiry', 'reply-template', 'mail', 'backup',
      'person', 'shift', 'voucher', 'day'
    )),
    subject_id text not null,
    state_before text,
    state_after text,
    reason text
  )`,
  sql`create index audit_by_time on audit (at, id)`,
  sql`create index audit_of_a_subject on audit (subject_id, at, id)`,
  sql`create index audit_of_a_device on audit (device_id, at, id)`,
]
