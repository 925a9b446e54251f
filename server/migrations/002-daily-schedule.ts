import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export async function up(db: Kysely<Schema>) {
  await sql`create table daily_showtimes (
    screen_id text not null references screens (id),
    at text not null,
    movie_id text not null references movies (id),
    cutoff_minutes integer check (cutoff_minutes >= 0),
    primary key (screen_id, at)
  )`.execute(db)
}
