import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectEmbedded } from '#src/database/connection/connect.ts'
import { migrate } from '#src/database/migrate.ts'
import { UNCHECKED_REFERENCES } from '#src/database/rows/references.ts'
import type { Db } from '#src/database/schema.ts'

export interface TableColumn {
  name: string
  type: string
  isNullable: boolean
  isKey: boolean
  /** The table to which it refers. */
  target: string | undefined
}

/** The tables of a new database with their columns. */
export type SchemaTables = Map<string, TableColumn[]>

export async function readTables(): Promise<SchemaTables> {
  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-schema-'))
  const { db, close } = connectEmbedded(dataDir)
  try {
    await migrate(db)
    const tables: SchemaTables = new Map()
    for (const { name } of await db.introspection.getTables())
      tables.set(name, await readColumns(db, name))
    return tables
  } finally {
    await close()
    rmSync(dataDir, { recursive: true })
  }
}

interface ColumnRow {
  name: string
  type: string
  notnull: number
  pk: number
}

async function readColumns(db: Db, table: string): Promise<TableColumn[]> {
  const columns = await sql<ColumnRow>`select * from pragma_table_info(${table})`.execute(db)
  const keys = await sql<{ column: string; target: string }>`
    select "from" as "column", "table" as target from pragma_foreign_key_list(${table})`.execute(db)
  const unchecked: Record<string, Record<string, string>> = UNCHECKED_REFERENCES
  const targets = new Map(keys.rows.map(({ column, target }) => [column, target]))
  return columns.rows.map(({ name, type, notnull, pk }) => ({
    name,
    type: type.toLowerCase(),
    isNullable: notnull === 0 && pk === 0,
    isKey: pk > 0,
    target: targets.get(name) ?? unchecked[table]?.[name],
  }))
}
