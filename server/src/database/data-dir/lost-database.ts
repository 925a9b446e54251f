import { join } from 'node:path'
import { databasePath } from '../connection/sqlite.ts'
import { DataDirError } from './data-dir.ts'
import { hasContent, inspectDatabaseFile } from './database-file.ts'

/** Files that a server writes only after its first start has created the database. */
const LATER_FILES = ['secret', 'ticket-key', 'mail']

/**
 * Refuses a data directory that was used before and whose database is missing or empty. A new database there would offer sold seats again.
 * Throws `DataDirError`.
 */
export function assertDatabaseNotLost(dataDir: string) {
  if (hasMigratedDatabase(dataDir)) return
  const found = LATER_FILES.find((name) => hasContent(join(dataDir, name)))
  const wal = `${databasePath(dataDir)}-wal`
  if (!found && (hasContent(databasePath(dataDir)) || !hasContent(wal))) return
  throw new DataDirError(
    74,
    `The data directory ${dataDir} contains ${found ?? 'marquee.db-wal'} but no database: marquee.db is missing or empty. ` +
      'Find the file, or restore a backup into a new directory (marquee restore) and set DATA_DIR to it. ' +
      'For a new cinema, set DATA_DIR to an empty directory.',
  )
}

function hasMigratedDatabase(dataDir: string) {
  const path = databasePath(dataDir)
  // SQLite would delete the WAL of an empty file.
  return hasContent(path) && inspectDatabaseFile(path).migrations !== null
}
