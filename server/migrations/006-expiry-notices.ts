import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** Notices of expired holds that one node leaves for the others. Each is kept for a minute. Removed by migration 009. */
export async function up(db: Kysely<Schema>) {
  await sql`create table notices (
    id text primary key,
    node text not null,
    said_at bigint not null,
    holder text not null,
    kind text not null,
    place_id text not null,
    showtime_id text not null
  )`.execute(db)
  await sql`create index notices_by_time on notices (said_at)`.execute(db)
}
