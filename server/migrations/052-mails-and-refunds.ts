import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Under which limit a mail counts; the largest share that a moved booking refunds, and what its exchanges of seats have not given back. */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table outbox add column allowance text`,
    sql`alter table bookings add column refund_cap integer`,
    sql`alter table bookings add column exchange_fees integer not null default 0`,
  ]
  for (const statement of statements) await statement.execute(db)
}
