import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * `asked_at`: when a visitor of another address last asked for a held place. `retake_blocks`: until when a holder whose hold has ended, and the
 * visitors of the same address, may not hold the place again because another visitor waits for it.
 */
export async function up(db: Kysely<Schema>) {
  await sql`alter table claims add column asked_at bigint`.execute(db)
  await sql`create table retake_blocks (
    blocked_showtime_id text not null,
    blocked_place_id text not null,
    blocked_holder text not null,
    blocked_address text,
    blocked_until bigint not null,
    primary key (blocked_showtime_id, blocked_place_id)
  )`.execute(db)
}
