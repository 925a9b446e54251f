import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, fsyncSync, linkSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { DataDirError } from '../data-dir/data-dir.ts'
import { fileError, inspectDatabaseFile } from '../data-dir/database-file.ts'
import { APPLICATION_ID } from '../dialect.ts'
import { findVersionProblem } from '../migrate.ts'

/** Each backup has a checksum file for `sha256sum -c`. SQLite detects a broken structure, but not a changed byte in a text. */
export const checksumPath = (backup: string) => `${backup}.sha256`
export const checksumLine = (checksum: string, backup: string) =>
  `${checksum}  ${basename(backup)}\n`

/** The table of a backup with the key that signs passes. A restored database does not have it. */
export const KEY_TABLE = 'backup_ticket_key'

const CHECKSUM = /^[0-9a-f]{64}(?=\s)/

/** Reads the checksum file of a backup. Throws `DataDirError`. */
export async function readChecksumFile(backup: string) {
  const path = checksumPath(backup)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw fileError(backup, `its checksum cannot be read: ${error.message}`)
  })
  const [checksum] = CHECKSUM.exec(text) ?? []
  if (!checksum) throw fileError(backup, `there is no checksum in ${path}`)
  return checksum
}

/** Computes the checksum of a file. Throws `DataDirError`. */
export async function computeChecksum(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch((error: Error) => {
    throw fileError(path, error.message)
  })
  return hash.digest('hex')
}

/** Checks a whole database file. Throws `DataDirError` if it is damaged, not ours, of a later version, or made before 1.0.0. */
export function verifyDatabaseFile(path: string) {
  const problem = findDatabaseProblem(path)
  if (problem) throw fileError(path, problem)
}

function findDatabaseProblem(path: string) {
  try {
    const { applicationId, migrations } = inspectDatabaseFile(path)
    if (applicationId !== APPLICATION_ID || !migrations)
      return 'it is not a database of this product'
    const problem = findVersionProblem(migrations)
    if (problem) return problem
    using database = new DatabaseSync(path, { readOnly: true })
    const all = (statement: string) => database.prepare(statement).all()
    const [check] = all('pragma integrity_check(1)')
    if (check?.integrity_check !== 'ok') return `it is damaged: ${check?.integrity_check}`
    const [orphan] = all('pragma foreign_key_check')
    return orphan && `it is damaged: a row of ${orphan.table} refers to nothing`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Gives a finished draft its final name. Unlike a rename, a link never replaces an existing file. */
export function linkToFinalName(draft: string, path: string) {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (existsSync(path)) throw fileExists(path)
    throw error
  }
}

export const fileExists = (path: string) => new DataDirError(73, `The file ${path} already exists.`)

/** Flushes a file or a directory to disk. */
export function syncToDisk(path: string) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
