import type { Kysely } from 'kysely'
import type { Schema } from '../src/database/schema.ts'
import { replaceVoidPassTrigger } from '../src/database/seat-passes.ts'

export const additive = true

/** Triggers of SQLite use only functions of SQLite. */
export async function up(db: Kysely<Schema>) {
  await replaceVoidPassTrigger(db)
}
