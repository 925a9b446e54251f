import { type Kysely, sql } from 'kysely'
import type { Schema } from '../src/database/schema.ts'

export const additive = true

/** Under which limit a mail counts. */
export async function up(db: Kysely<Schema>) {
  await sql`alter table outbox add column allowance text`.execute(db)
}
