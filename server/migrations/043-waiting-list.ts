import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** What an account is told in the app, and the parties that wait for seats of a show. */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`create table notices (
      id text primary key,
      user_id text not null references users (id) on delete cascade,
      kind text not null,
      title text not null,
      body text not null,
      link text,
      created_at bigint not null,
      read_at bigint
    )`,
    sql`create index notices_of_user on notices (user_id, created_at)`,
    sql`create index notices_by_age on notices (created_at)`,
    sql`create table waiting_entries (
      id text primary key,
      showtime_id text not null references showtimes (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      seats integer not null,
      together integer not null,
      categories text not null,
      until_at bigint,
      joined_at bigint not null,
      state text not null,
      holder text,
      offer_until bigint,
      ended_at bigint
    )`,
    sql`create unique index waiting_entries_of_user on waiting_entries (user_id, showtime_id) where ended_at is null`,
    sql`create index waiting_entries_in_order on waiting_entries (showtime_id, joined_at, id) where ended_at is null`,
    sql`create index waiting_entries_ended on waiting_entries (ended_at) where ended_at is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
