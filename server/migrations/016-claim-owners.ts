import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * Stores the account and the network address of each claim, for the limits per account and per address. Both are written when a place is
 * held or sold, and extending a hold does not change the indexes.
 */
export async function up(db: Kysely<Schema>) {
  await sql`alter table claims add column account text`.execute(db)
  await sql`alter table claims add column address text`.execute(db)
  await sql`
    update claims set account = (select user_id from bookings where bookings.id = claims.booking_id)
     where booking_id is not null`.execute(db)
  await sql`create index claims_of_an_account on claims (account, showtime_id) where account is not null`.execute(
    db,
  )
  await sql`create index claims_of_an_address on claims (address, showtime_id) where address is not null`.execute(
    db,
  )
}
