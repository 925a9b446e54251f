import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** The places that bookings had before they were cancelled, and the idempotency keys of changes. */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
}

const STATEMENTS = [
  // A place can be cancelled, booked again by a change of seats, and cancelled again.
  sql`create table cancelled_places (
    id text primary key,
    booking_id text not null,
    showtime_id text not null,
    place_id text not null,
    price bigint not null,
    refund bigint not null check (refund >= 0 and refund <= price),
    at bigint not null
  )`,
  sql`create index cancelled_places_of_a_booking on cancelled_places (booking_id)`,
  sql`create index cancelled_places_of_a_showtime on cancelled_places (showtime_id)`,
  sql`create table booking_changes (
    booking_id text not null,
    key_hash text not null,
    request_hash text not null,
    at bigint not null,
    primary key (booking_id, key_hash)
  )`,
]
