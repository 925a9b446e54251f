import { copyFileSync, rmSync } from 'node:fs'
import {
  computeChecksum,
  fileError,
  linkToFinalName,
  readChecksumFile,
  syncToDisk,
  verifyDatabaseFile,
} from './backup-file.ts'
import { lockEmptyDataDir } from './data-dir.ts'
import { databasePath } from './sqlite.ts'

/**
 * Creates a data directory from a backup.
 * Throws `DataDirError`: 74 if the backup is damaged, not ours or of a later version, before anything is written; 73 if a server uses
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
    syncToDisk(draft)
    linkToFinalName(draft, database)
    syncToDisk(dataDir)
  } finally {
    rmSync(draft, { force: true })
    unlock()
  }
}

async function verifyChecksum(backup: string) {
  const expected = await readChecksumFile(backup)
  if ((await computeChecksum(backup)) === expected) return
  throw fileError(backup, 'its checksum does not match')
}
