import { type Kysely, sql } from 'kysely'
import { createPaymentTriggers } from '../src/database/payments.ts'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * The ledger: what was paid and refunded for each booking. Bookings that exist get the payment of their price. The triggers come first: on
 * PostgreSQL they lock the bookings until the commit, so that none is left out.
 */
export async function up(db: Kysely<Schema>) {
  await sql`create table payments (
    booking_id text not null,
    number integer not null,
    kind text not null check (kind in ('payment', 'refund')),
    amount bigint not null check (amount >= 0),
    reason text,
    device_id text,
    at bigint not null,
    primary key (booking_id, number)
  )`.execute(db)
  await createPaymentTriggers(db)
  await sql`
    insert into payments (booking_id, number, kind, amount, reason, device_id, at)
    select id, 1, 'payment', total_cost, null, device_id, created_at from bookings
     where channel <> 'house'`.execute(db)
}
