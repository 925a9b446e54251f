import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/**
 * A hold whose clock has run out stays with its holder while no other visitor asks for the place. The first index finds the holds whose
 * clock has run out since the last cleanup, the second one the open questions of a visitor.
 */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`alter table claims add column clock_until bigint`,
    sql`alter table claims add column kept_since bigint`,
    sql`alter table claims add column question_until bigint`,
    sql`alter table claims add column question_by text`,
    sql`create index claims_by_clock_end on claims (clock_until)
         where clock_until is not null and kept_since is null`,
    sql`create index claims_by_question on claims (question_by) where question_by is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
