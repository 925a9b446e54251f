import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../../src/database/schema.ts'

/** A hash of every row of every table. Any change of the database changes it. */
export async function databaseDigest(db: Kysely<Schema>) {
  const digest = createHash('sha256')
  const tables = (await db.introspection.getTables()).map(({ name }) => name).toSorted()
  for (const table of tables) {
    const rows = await db
      .selectFrom(table as keyof Schema)
      .selectAll()
      .execute()
    digest.update(`${table}:${rows.map((row) => JSON.stringify(row)).toSorted()}\n`)
  }
  return digest.digest('base64url')
}
