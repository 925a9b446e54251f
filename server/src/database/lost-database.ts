import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataDirError } from './data-dir.ts'
import { databasePath } from './sqlite.ts'

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
  // SQLite would delete the WAL of an empty file.
  if (!hasContent(databasePath(dataDir))) return false
  using database = new DatabaseSync(databasePath(dataDir), { timeout: 5000 })
  const table = "select 1 from sqlite_schema where name = 'kysely_migration'"
  return database.prepare(table).get() !== undefined
}

/** Whether a file or a directory exists and is not empty. */
function hasContent(path: string) {
  if (!existsSync(path)) return false
  return statSync(path).isDirectory() ? readdirSync(path).length > 0 : statSync(path).size > 0
}
