import { existsSync } from 'node:fs'
import type { Config } from '../config.ts'
import { DataDirError } from '../database/data-dir.ts'
import { liftTimeLimits } from '../database/locks.ts'
import { findOrphans, type Orphans } from '../database/references.ts'
import { databasePath, openReader } from '../database/sqlite.ts'
import type { Database } from '../database/transaction.ts'

/** The exit code of sysexits(3) for wrong data. */
const WRONG_DATA = 65

/** Finds rows that refer to rows that do not exist. A server may use the database meanwhile. */
export async function checkData({ databaseUrl, dataDir }: Config) {
  if (!databaseUrl) return checkEmbeddedData(dataDir)
  const { connectPostgres } = await import('../database/connect-postgres.ts')
  const { reader, close } = connectPostgres(databaseUrl, () => undefined)
  return findAndClose(reader, close)
}

/** The same for the embedded database of a data directory. Throws `DataDirError` (74) if there is none. */
export async function checkEmbeddedData(dataDir: string) {
  const path = databasePath(dataDir)
  if (!existsSync(path)) throw new DataDirError(74, `There is no database in ${dataDir}.`)
  const reader = openReader({ path, now: Date.now })
  return findAndClose(reader, () => reader.destroy())
}

async function findAndClose(reader: Database, close: () => Promise<void>) {
  try {
    return await reader.connection().execute(async (connection) => {
      await liftTimeLimits(connection)
      return findOrphans(connection)
    })
  } finally {
    await close()
  }
}

/** Returns what the command prints. Sets the exit code if there are orphans. */
export function reportOrphans(orphans: Orphans[]) {
  if (orphans.length === 0) return 'All references lead to rows.'
  process.exitCode = WRONG_DATA
  const lines = orphans.map(({ column, rows }) => `  ${column}: ${rows}`)
  return ['Rows that refer to a row that does not exist:', ...lines].join('\n')
}
