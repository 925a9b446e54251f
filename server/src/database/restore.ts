import { copyFileSync, rmSync } from 'node:fs'
import {
  computeChecksum,
  linkIntoPlace,
  readChecksumFile,
  syncToDisk,
  unusableFile,
  verifyDatabaseFile,
} from './backup-file.ts'
import { lockEmptyDataDir } from './data-dir.ts'
import { databasePath } from './sqlite.ts'

/**
 * Makes a data directory out of a copy that `backUp` has made; a server started on it goes on where the copy ends.
 * Throws `DataDirFault`: 74 when the copy is damaged, not ours or of a later version, and then nothing has been written; 73 when
 * the directory is served by a process or has anything in it.
 */
export async function restore(copy: string, dataDir: string) {
  await judge(copy, await readChecksumFile(copy))
  verifyDatabaseFile(copy)

  const giveBack = lockEmptyDataDir(dataDir)
  const database = databasePath(dataDir)
  const draft = `${database}.${crypto.randomUUID()}.draft`
  try {
    copyFileSync(copy, draft)
    await judge(draft, await readChecksumFile(copy))
    syncToDisk(draft)
    linkIntoPlace(draft, database)
    syncToDisk(dataDir)
  } finally {
    rmSync(draft, { force: true })
    giveBack()
  }
}

async function judge(path: string, promised: string) {
  if ((await computeChecksum(path)) === promised) return
  throw unusableFile(path, 'it is not what was copied: its checksum is another')
}
