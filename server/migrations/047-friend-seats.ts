import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Seats that a visitor has paid for a friend of the shared selection, and whether the visitor who started the selection pays for all. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table shared_selections add column pays_for_all integer not null default 0 check (pays_for_all in (0, 1))`.execute(
    db,
  )
  await sql`create table friend_seats (
    booking_id text not null,
    pass integer not null,
    friend text not null,
    user_id text references users (id) on delete set null,
    primary key (booking_id, pass)
  )`.execute(db)
  await sql`create index friend_seats_of_a_friend on friend_seats (friend)`.execute(db)
  await sql`create index friend_seats_of_a_user on friend_seats (user_id) where user_id is not null`.execute(
    db,
  )
}
