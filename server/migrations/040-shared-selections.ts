import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * A selection that friends share. All its claims have the holder who started it; `chosen_by` is the friend who chose a place. A shared
 * selection is valid as long as its holder has a live claim with the same `held_since`.
 */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table claims add column chosen_by text`,
    sql`create index claims_of_a_friend on claims (chosen_by, showtime_id) where chosen_by is not null`,
    sql`create table shared_selections (
      showtime_id text not null,
      holder text not null,
      held_since bigint not null,
      token_hash text not null unique,
      primary key (showtime_id, holder)
    )`,
    sql`create table selection_friends (
      showtime_id text not null,
      friend text not null,
      holder text not null,
      held_since bigint not null,
      name text not null,
      primary key (showtime_id, friend)
    )`,
    sql`create index friends_by_id on selection_friends (friend)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
