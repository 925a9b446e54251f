import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

/** A hold ends at its deadline (038 is undone), and no stored time moves with the clock of the database (020 is undone). */
export async function up(db: Kysely<Schema>) {
  const statements = [
    sql`update claims set held_until = clock_until where clock_until < held_until`,
    sql`drop index claims_by_clock_end`,
    sql`drop index claims_by_question`,
    sql`alter table claims drop column clock_until`,
    sql`alter table claims drop column kept_since`,
    sql`alter table claims drop column question_until`,
    sql`alter table claims drop column question_by`,
    sql`drop table database_clock`,
  ]
  for (const statement of statements) await statement.execute(db)
}
