import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Whose mails are deleted with an account, and which bookings still have a phone number or a vehicle number. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table outbox add column user_id text`.execute(db)
  await sql`create index outbox_of_a_user on outbox (user_id)`.execute(db)
  await sql`create index bookings_with_phone on bookings (created_at) where phone is not null`.execute(
    db,
  )
  await sql`
    create index booking_places_with_vehicle on booking_places (booking_id) where vehicle_number is not null`.execute(
    db,
  )
}
