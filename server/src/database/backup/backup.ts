import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databasePath } from '../connection/sqlite.ts'
import { ticketKeyPath } from '../data-dir/data-dir.ts'
import { assertSupportedFile, fileError } from '../data-dir/database-file.ts'
import { storageProblemOf } from '../error-kinds.ts'
import {
  checksumLine,
  checksumPath,
  computeChecksum,
  fileExists,
  KEY_TABLE,
  linkToFinalName,
  syncToDisk,
  verifyDatabaseFile,
} from './backup-file.ts'
import { recordBackup } from './last-backup.ts'

/** How long the backup waits for a running checkpoint. */
const BUSY_TIMEOUT_MS = 30_000

/** What a backup does at the moment. `draft`: the file that grows. */
export type BackupStep = { name: 'copying'; draft: string } | { name: 'checking' }

/**
 * Copies the embedded database and the key of the passes, even while a server uses it. Writers do not wait. The backup is checked before it gets its name.
 * Throws `DataDirError`: 73 if the file already exists, 74 if the database or the target directory cannot be used.
 */
export async function backUp(
  dataDir: string,
  backup: string,
  onStep: (step: BackupStep) => void = () => undefined,
) {
  const database = databasePath(dataDir)
  if (!existsSync(database)) throw fileError(dataDir, 'it contains no database')
  const checksum = checksumPath(backup)
  for (const path of [backup, checksum]) if (existsSync(path)) throw fileExists(path)
  createDirectoryOf(backup)

  const draft = `${backup}.${crypto.randomUUID()}.draft`
  try {
    onStep({ name: 'copying', draft })
    copyDatabase(database, draft)
    addTicketKey(dataDir, draft)
    onStep({ name: 'checking' })
    verifyDatabaseFile(draft)
    syncToDisk(draft)
    // Written first, so that a backup never exists without its checksum.
    writeFileSync(checksum, checksumLine(await computeChecksum(draft), backup), { flag: 'wx' })
    syncToDisk(checksum)
    linkToFinalName(draft, backup)
    syncToDisk(dirname(backup))
    recordBackup(dataDir)
  } catch (error) {
    // The database is only read: it is the disk of the backup that is full.
    if (isDiskFull(error)) throw fileError(backup, 'its disk is full')
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

const isDiskFull = (error: unknown) =>
  storageProblemOf(error) === 'disk-full' ||
  (error instanceof Error && 'code' in error && error.code === 'ENOSPC')

/**
 * `vacuum into` reads one snapshot. SQLite's backup interface copies page by page and starts again after each write of another process,
 * so it might never finish while a server sells tickets. Throws `DataDirError` if this version cannot use the database.
 */
export function copyDatabase(database: string, draft: string) {
  assertSupportedFile(database)
  using source = new DatabaseSync(database, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  source.prepare('vacuum into ?').run(draft)
}

/** Stores the key that signs passes in a table of the backup: one file with one checksum restores everything. */
function addTicketKey(dataDir: string, draft: string) {
  const path = ticketKeyPath(dataDir)
  if (!existsSync(path)) return
  using backup = new DatabaseSync(draft)
  backup.exec(`create table ${KEY_TABLE} (content text not null)`)
  backup.prepare(`insert into ${KEY_TABLE} values (?)`).run(readFileSync(path, 'utf8'))
}

function createDirectoryOf(backup: string) {
  try {
    mkdirSync(dirname(backup), { recursive: true })
    accessSync(dirname(backup), constants.W_OK | constants.X_OK)
  } catch (error) {
    throw fileError(dirname(backup), String(error))
  }
}
