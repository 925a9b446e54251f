import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import { rebuildTable } from './rebuild-table.ts'
import type { Db } from './schema.ts'

/** Drops the foreign keys of these columns. */
export async function dropForeignKeys(db: Db, table: string, columns: readonly string[]) {
  if (isSqlite(db))
    return rebuildTable(db, table, (tableSql) => withoutReferences(tableSql, columns))
  for (const column of columns)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_${column}_fkey`)}`.execute(
      db,
    )
}

/** Throws an error if a column has no foreign key. */
function withoutReferences(tableSql: string, columns: readonly string[]) {
  return columns.reduce((text, column) => {
    const definition = new RegExp(`(^\\s*${column} [^,]*?) references \\w+ \\(id\\)`, 'm')
    if (!definition.test(text)) throw new Error(`${column} has no foreign key`)
    return text.replace(definition, '$1')
  }, tableSql)
}
