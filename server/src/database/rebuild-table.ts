import { sql } from 'kysely'
import type { Db } from './schema.ts'

/** SQLite cannot change a constraint. Copies the table with its rows, in their order, and its indexes. `change` changes its definition. */
export async function rebuildTable(db: Db, table: string, change: (tableSql: string) => string) {
  const { rows: definitions } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where tbl_name = ${table} and sql is not null`.execute(db)
  const tableSql = definitions.find(({ name }) => name === table)?.sql ?? ''
  const copy = `${table}_copy`
  const statements = [
    change(tableSql).replace(table, copy),
    `insert into ${copy} select * from ${table} order by rowid`,
    `drop table ${table}`,
    `alter table ${copy} rename to ${table}`,
    ...definitions.flatMap((index) => (index.name === table ? [] : index.sql)),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
