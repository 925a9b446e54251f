import { sql } from 'kysely'
import { isSqlite } from './engine.ts'
import { rebuildTable } from './rebuild-table.ts'
import type { Db } from './schema.ts'

interface Check {
  table: string
  column: string
  /** The texts that the column may have. */
  values: readonly string[]
}

/** Replaces the list of texts that a column may have. */
export async function replaceCheck(db: Db, { table, column, values }: Check) {
  const check = `check (${column} in (${values.map((value) => `'${value}'`).join(', ')}))`
  if (isSqlite(db))
    return rebuildTable(db, table, (tableSql) => withCheck(tableSql, { column, check }))
  const name = `${table}_${column}_check`
  await sql
    .raw(`alter table ${table} drop constraint ${name}, add constraint ${name} ${check}`)
    .execute(db)
}

/** Throws an error if the column has no such check. */
function withCheck(tableSql: string, { column, check }: { column: string; check: string }) {
  const definition = new RegExp(`(^\\s*${column} .*?)check \\(${column} in \\([^)]*\\)\\)`, 'm')
  if (!definition.test(tableSql)) throw new Error(`${column} has no check`)
  return tableSql.replace(definition, `$1${check}`)
}
