import { createHash } from 'node:crypto'
import { closeSync, createReadStream, existsSync, fsyncSync, linkSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { DataDirError } from './data-dir.ts'
import { APPLICATION_ID } from './dialect.ts'
import { KNOWN_MIGRATIONS } from './migrate.ts'

/**
 * Beside every copy lies its checksum, in the form that `sha256sum -c` reads: a database can tell that its own order is
 * broken, but not that one letter in it has become another.
 */
export const checksumPath = (copy: string) => `${copy}.sha256`
export const checksumLine = (checksum: string, copy: string) => `${checksum}  ${basename(copy)}\n`

const CHECKSUM = /^[0-9a-f]{64}(?=\s)/

/** The checksum with which a copy was made. Throws `DataDirFault`. */
export async function readChecksumFile(copy: string) {
  const path = checksumPath(copy)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw unusableFile(copy, `its checksum cannot be read: ${error.message}`)
  })
  const [checksum] = CHECKSUM.exec(text) ?? []
  if (!checksum) throw unusableFile(copy, `there is no checksum in ${path}`)
  return checksum
}

/** The checksum of a file as it is. Throws `DataDirFault`. */
export async function computeChecksum(path: string) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash).catch((error: Error) => {
    throw unusableFile(path, error.message)
  })
  return hash.digest('hex')
}

/** Reads a database file from end to end. Throws `DataDirFault` unless it is whole, ours and not of a later version. */
export function verifyDatabaseFile(path: string) {
  const fault = faultOf(path)
  if (fault) throw unusableFile(path, fault)
}

function faultOf(path: string) {
  try {
    using database = new DatabaseSync(path, { readOnly: true })
    const all = (statement: string) => database.prepare(statement).all()
    const [mark] = all('pragma application_id')
    if (mark?.application_id !== APPLICATION_ID) return 'it is no database of this product'
    const unknown = all('select name from kysely_migration')
      .map(({ name }) => String(name))
      .filter((name) => !KNOWN_MIGRATIONS.has(name))
    if (unknown.length > 0) return `it is of a later version, which has ${unknown.join(', ')}`
    const [verdict] = all('pragma integrity_check(1)')
    if (verdict?.integrity_check !== 'ok') return `it is damaged: ${verdict?.integrity_check}`
    const [orphan] = all('pragma foreign_key_check')
    return orphan && `it is damaged: a row of ${orphan.table} refers to nothing`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export const unusableFile = (path: string, why: string) =>
  new DataDirError(74, `${path} cannot be used: ${why}`)

/** Unlike a renaming, a second name never takes the place of a file that is there. */
export function linkIntoPlace(draft: string, path: string) {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (existsSync(path)) throw fileExists(path)
    throw error
  }
}

export const fileExists = (path: string) => new DataDirError(73, `There is already a file ${path}.`)

/** Waits until the disk has a file, or the names in a directory. */
export function syncToDisk(path: string) {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
