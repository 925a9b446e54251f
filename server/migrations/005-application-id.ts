import type { Kysely } from 'kysely'
import { setApplicationId } from '../src/database/dialect.ts'
import type { Schema } from '../src/database/schema.ts'

/** From now on a file says by itself that it is ours, also as a copy in another place. */
export async function up(db: Kysely<Schema>) {
  await setApplicationId(db)
}
