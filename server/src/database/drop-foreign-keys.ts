import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './schema.ts'

/** Drops the foreign keys of these columns. */
export async function dropForeignKeys(db: Db, table: string, columns: readonly string[]) {
  if (isSqlite(db)) return rebuildWithoutForeignKeys(db, table, columns)
  for (const column of columns)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_${column}_fkey`)}`.execute(
      db,
    )
}

/** SQLite cannot drop a constraint. Copies the table with its rows, in their order, and its indexes. */
async function rebuildWithoutForeignKeys(db: Db, table: string, columns: readonly string[]) {
  const { rows: definitions } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(db)
  const tableSql = definitions.find(({ name }) => name === table)?.sql ?? ''
  const copy = `${table}_copy`
  const statements = [
    withoutReferences(tableSql, columns).replace(table, copy),
    `insert into ${copy} select * from ${table} order by rowid`,
    `drop table ${table}`,
    `alter table ${copy} rename to ${table}`,
    ...definitions.flatMap((index) => (index.name === table ? [] : index.sql)),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Throws an error if a column has no foreign key. */
function withoutReferences(tableSql: string, columns: readonly string[]) {
  return columns.reduce((text, column) => {
    const definition = new RegExp(`(^\\s*${column} [^,]*?) references \\w+ \\(id\\)`, 'm')
    if (!definition.test(text)) throw new Error(`${column} has no foreign key`)
    return text.replace(definition, '$1')
  }, tableSql)
}
