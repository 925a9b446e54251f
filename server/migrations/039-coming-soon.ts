import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

const STATEMENTS = [
  sql`alter table movies add column trailer text`,
  sql`alter table movies add column release_date text`,
  sql`create table booking_alerts (
    user_id text not null references users (id) on delete cascade,
    movie_id text not null references movies (id) on delete cascade,
    created_at bigint not null,
    told_at bigint,
    primary key (user_id, movie_id)
  )`,
  sql`create index booking_alerts_to_tell on booking_alerts (movie_id) where told_at is null`,
]

/** Movies that are announced before they have showtimes, and the users who want to know when booking opens. */
export async function up(db: Kysely<Schema>) {
  for (const statement of STATEMENTS) await statement.execute(db)
}
