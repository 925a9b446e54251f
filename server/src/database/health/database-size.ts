import { stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { databasePath } from '../connection/sqlite.ts'
import { isSqlite } from '../engine.ts'
import type { Db } from '../schema.ts'

/** Returns functions that read sizes in bytes. PostgreSQL shows its write-ahead log to administrators only. */
export function readDatabaseSize(db: Db, dataDir: string) {
  const path = databasePath(dataDir)
  const freeDisk = async () => {
    const { bavail, bsize } = await statfs(dataDir)
    return bavail * bsize
  }
  if (isSqlite(db))
    return { database: () => fileSize(path), wal: () => fileSize(`${path}-wal`), freeDisk }
  return { database: () => postgresSize(db), wal: undefined, freeDisk }
}

const fileSize = async (path: string) => (await stat(path)).size

async function postgresSize(db: Db) {
  const { rows } = await sql<{ size: number }>`
    select pg_database_size(current_database()) as size`.execute(db)
  return rows[0]?.size ?? 0
}
