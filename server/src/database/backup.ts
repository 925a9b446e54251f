import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  checksumLine,
  checksumPath,
  computeChecksum,
  fileError,
  fileExists,
  linkToFinalName,
  syncToDisk,
  verifyDatabaseFile,
} from './backup-file.ts'
import { databasePath } from './sqlite.ts'

/** How long the backup waits for a running checkpoint. */
const BUSY_TIMEOUT_MS = 30_000

/**
 * Copies the embedded database, even while a server uses it. Writers do not wait. The backup is checked before it gets its name.
 * Throws `DataDirError`: 73 if the file already exists, 74 if the database or the target directory cannot be used.
 */
export async function backUp(dataDir: string, backup: string) {
  const database = databasePath(dataDir)
  if (!existsSync(database)) throw fileError(dataDir, 'it contains no database')
  const checksum = checksumPath(backup)
  for (const path of [backup, checksum]) if (existsSync(path)) throw fileExists(path)
  createDirectoryOf(backup)

  const draft = `${backup}.${crypto.randomUUID()}.draft`
  try {
    copyDatabase(database, draft)
    verifyDatabaseFile(draft)
    syncToDisk(draft)
    // Written first, so that a backup never exists without its checksum.
    writeFileSync(checksum, checksumLine(await computeChecksum(draft), backup), { flag: 'wx' })
    syncToDisk(checksum)
    linkToFinalName(draft, backup)
    syncToDisk(dirname(backup))
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * `vacuum into` reads one snapshot. SQLite's backup interface copies page by page and starts again after each write of another process,
 * so it might never finish while a server sells tickets.
 */
function copyDatabase(database: string, draft: string) {
  using source = new DatabaseSync(database, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  source.prepare('vacuum into ?').run(draft)
}

function createDirectoryOf(backup: string) {
  try {
    mkdirSync(dirname(backup), { recursive: true })
  } catch (error) {
    throw fileError(dirname(backup), String(error))
  }
}
