import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * The issue number of a booking's passes, the record of admissions, which only grows, and where the cinema is. `count` of an admission is
 * negative when it was undone.
 */
export async function up(db: Kysely<Schema>) {
  await sql`alter table bookings add column issue integer not null default 1`.execute(db)
  await sql`create table admissions (
    id text primary key,
    booking_id text not null references bookings (id),
    pass integer not null check (pass >= 0),
    count integer not null check (count <> 0),
    device text,
    scanned_at bigint not null,
    received_at bigint not null
  )`.execute(db)
  await sql`create index admissions_of_a_booking on admissions (booking_id)`.execute(db)
  await sql`create table cinema (
    id integer primary key check (id = 1),
    name text not null,
    address text,
    latitude double precision,
    longitude double precision,
    phone text,
    arrival_minutes integer not null check (arrival_minutes >= 0)
  )`.execute(db)
}
