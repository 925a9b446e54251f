import type { Kysely } from 'kysely'
import { setApplicationId } from '../src/database/dialect.ts'
import type { Schema } from '../src/database/schema.ts'

/** Marks the SQLite file as a database of this product. */
export async function up(db: Kysely<Schema>) {
  await setApplicationId(db)
}
