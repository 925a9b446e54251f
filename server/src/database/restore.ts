import { copyFileSync, rmSync } from 'node:fs'
import { checksumOf, inspect, name, promisedChecksum, sync, unusable } from './copy.ts'
import { takeEmptyDataDir } from './data-dir.ts'
import { databaseIn } from './sqlite.ts'

/**
 * Makes a data directory out of a copy that `backUp` has made; a server started on it goes on where the copy ends.
 * Throws `DataDirFault`: 74 when the copy is damaged, not ours or of a later version, and then nothing has been written; 73 when
 * the directory is served by a process or has anything in it.
 */
export async function restore(copy: string, dataDir: string) {
  await judge(copy, await promisedChecksum(copy))
  inspect(copy)

  const giveBack = takeEmptyDataDir(dataDir)
  const database = databaseIn(dataDir)
  const draft = `${database}.${crypto.randomUUID()}.draft`
  try {
    copyFileSync(copy, draft)
    await judge(draft, await promisedChecksum(copy))
    sync(draft)
    name(draft, database)
    sync(dataDir)
  } finally {
    rmSync(draft, { force: true })
    giveBack()
  }
}

async function judge(path: string, promised: string) {
  if ((await checksumOf(path)) === promised) return
  throw unusable(path, 'it is not what was copied: its checksum is another')
}
