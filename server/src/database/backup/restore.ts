import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { databasePath } from '../connection/sqlite.ts'
import { lockEmptyDataDir, ticketKeyPath } from '../data-dir/data-dir.ts'
import { fileError } from '../data-dir/database-file.ts'
import {
  computeChecksum,
  KEY_TABLE,
  linkToFinalName,
  readChecksumFile,
  syncToDisk,
  verifyDatabaseFile,
} from './backup-file.ts'

const OWNER_ONLY = 0o600

/**
 * Creates a data directory from a backup.
 * Throws `DataDirError`: 74 if the backup is damaged, not ours, of a later version or made before 1.0.0, before anything is written; 73 if a server uses
 * the directory or it is not empty.
 */
export async function restore(backup: string, dataDir: string) {
  await verifyChecksum(backup)
  verifyDatabaseFile(backup)

  const unlock = lockEmptyDataDir(dataDir)
  const database = databasePath(dataDir)
  const draft = `${database}.${crypto.randomUUID()}.draft`
  try {
    copyFileSync(backup, draft)
    const key = takeTicketKey(draft)
    syncToDisk(draft)
    if (key !== undefined) writeTicketKey(dataDir, key)
    linkToFinalName(draft, database)
    syncToDisk(dataDir)
  } finally {
    rmSync(draft, { force: true })
    unlock()
  }
}

/** Removes the key from the draft. Backups of earlier versions have none. */
function takeTicketKey(draft: string) {
  using database = new DatabaseSync(draft)
  const table = database.prepare('select 1 from sqlite_schema where name = ?').get(KEY_TABLE)
  if (!table) return undefined
  const row = database.prepare(`select content from ${KEY_TABLE}`).get()
  // The database keeps no copy in its free pages.
  database.exec('pragma secure_delete = on')
  database.exec(`drop table ${KEY_TABLE}`)
  return String(row?.content)
}

function writeTicketKey(dataDir: string, key: string) {
  const path = ticketKeyPath(dataDir)
  writeFileSync(path, key, { flag: 'wx', mode: OWNER_ONLY })
  syncToDisk(path)
}

async function verifyChecksum(backup: string) {
  const expected = await readChecksumFile(backup)
  if ((await computeChecksum(backup)) === expected) return
  throw fileError(backup, 'its checksum does not match')
}
