import { mkdirSync } from 'node:fs'
import type { Kysely } from 'kysely'
import { assertSupportedFile } from '../data-dir/database-file.ts'
import type { Schema } from '../schema.ts'
import { databasePath, openReader, openWriter } from './sqlite.ts'

/** How many connections of a pool are in use. */
export interface PoolUsage {
  pool: string
  busy: number
  idle: number
  /** Requests that wait for a connection. */
  waiting: number
}

export interface Connections {
  db: Kysely<Schema>
  /** Read-only queries. Separate connections, so that reads never wait for writes. */
  reader: Kysely<Schema>
  /** One entry per pool. The embedded database has none. */
  poolUsage: () => PoolUsage[]
  close: () => Promise<void>
}

/** Throws `DataDirError` (74), before anything is changed, if this version cannot use the database. */
export function connectEmbedded(dataDir: string, now: () => number = Date.now): Connections {
  mkdirSync(dataDir, { recursive: true })
  const path = databasePath(dataDir)
  assertSupportedFile(path)
  const db = openWriter({ path, now })
  const reader = openReader({ path, now })
  return {
    db,
    reader,
    poolUsage: () => [],
    close: () => close(reader, db),
  }
}

export async function close(...connections: Kysely<Schema>[]) {
  for (const connection of connections) await connection.destroy()
}
