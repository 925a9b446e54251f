import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  checksumLine,
  checksumPath,
  computeChecksum,
  fileExists,
  linkIntoPlace,
  syncToDisk,
  unusableFile,
  verifyDatabaseFile,
} from './backup-file.ts'
import { databasePath } from './sqlite.ts'

/** For a checkpoint that is just being made. */
const PATIENCE_MS = 30_000

/**
 * Copies the embedded database as it is at one moment, whether or not a server is selling from it: whoever writes does not
 * wait for it. The copy is checked before it gets its name.
 * Throws `DataDirFault`: 73 when there is a file of that name, 74 when the database or the place of the copy is no use.
 */
export async function backUp(dataDir: string, copy: string) {
  const database = databasePath(dataDir)
  if (!existsSync(database)) throw unusableFile(dataDir, 'there is no database in it')
  const checksum = checksumPath(copy)
  for (const path of [copy, checksum]) if (existsSync(path)) throw fileExists(path)
  makeRoomFor(copy)

  const draft = `${copy}.${crypto.randomUUID()}.draft`
  try {
    copyOfOneMoment(database, draft)
    verifyDatabaseFile(draft)
    syncToDisk(draft)
    // First, so that no copy is ever seen without.
    writeFileSync(checksum, checksumLine(await computeChecksum(draft), copy), { flag: 'wx' })
    syncToDisk(checksum)
    linkIntoPlace(draft, copy)
    syncToDisk(dirname(copy))
  } finally {
    rmSync(draft, { force: true })
  }
}

/**
 * One statement is one view of the database, all of it. Page by page, as the backup interface goes, it would begin anew with
 * every sale of another process, and at a busy hour never end.
 */
function copyOfOneMoment(database: string, draft: string) {
  using source = new DatabaseSync(database, { readOnly: true, timeout: PATIENCE_MS })
  source.prepare('vacuum into ?').run(draft)
}

function makeRoomFor(copy: string) {
  try {
    mkdirSync(dirname(copy), { recursive: true })
  } catch (error) {
    throw unusableFile(dirname(copy), String(error))
  }
}
