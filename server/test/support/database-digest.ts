import { createHash } from 'node:crypto'
import { type CompiledQuery, type Kysely, sql, type TableMetadata } from 'kysely'
import type { Schema } from '../../src/database/schema.ts'

/** Finding the tables takes longer than reading them. */
const statements = new WeakMap<Kysely<Schema>, Promise<CompiledQuery>>()

/** A hash of every row of every table. Any change of the database changes it. */
export async function databaseDigest(db: Kysely<Schema>) {
  const statement = statements.get(db) ?? readAllTables(db)
  statements.set(db, statement)
  const { rows } = await db.executeQuery(await statement)
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
}

/** The statement that returns the rows of each table as one text. */
async function readAllTables(db: Kysely<Schema>) {
  const tables = await db.introspection.getTables()
  return sql`select ${sql.join(tables.map(rowsOf))}`.compile(db)
}

/** A subquery. PostgreSQL would start workers for the parts of a union. */
function rowsOf({ name, columns }: TableMetadata) {
  const values = columns.map(
    (column) => sql`coalesce('=' || cast(${sql.ref(column.name)} as text), '-')`,
  )
  const row = sql.join(values, sql` || ',' || `)
  const rows = sql`string_agg(${row}, ';' order by ${row})`
  return sql`(select ${rows} from ${sql.table(name)}) as ${sql.ref(name)}`
}
