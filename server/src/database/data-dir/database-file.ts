import { existsSync, readdirSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { findVersionProblem } from '../migrate.ts'
import { DataDirError } from './data-dir.ts'

const BUSY_TIMEOUT_MS = 5000

interface DatabaseFile {
  applicationId: number
  /** Null: the database has no table of migrations. */
  migrations: string[] | null
}

/** Reads what a SQLite file says of itself. Changes neither the file nor its write-ahead log. */
export function inspectDatabaseFile(path: string): DatabaseFile {
  using database = openUnchanged(path)
  const [header] = database.prepare('pragma application_id').all()
  const table = database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'")
  const names = () => database.prepare('select name from kysely_migration').all()
  return {
    applicationId: Number(header?.application_id),
    migrations: table.get() ? names().map(({ name }) => String(name)) : null,
  }
}

/** Throws `DataDirError` (74) if this version cannot use the database file. A missing or empty file is a new database. */
export function assertSupportedFile(path: string) {
  if (!hasContent(path)) return
  const problem = findVersionProblem(inspectDatabaseFile(path).migrations ?? [])
  if (problem) throw fileError(path, problem)
}

export const fileError = (path: string, reason: string) =>
  new DataDirError(74, `${path} cannot be used: ${reason}`)

/**
 * Any connection that can write copies a write-ahead log into the file when it is closed, and one that only reads creates an empty log
 * if there is none.
 */
function openUnchanged(path: string) {
  if (hasContent(`${path}-wal`))
    return new DatabaseSync(path, { readOnly: true, timeout: BUSY_TIMEOUT_MS })
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** Whether a file or a directory exists and is not empty. */
export function hasContent(path: string) {
  if (!existsSync(path)) return false
  return statSync(path).isDirectory() ? readdirSync(path).length > 0 : statSync(path).size > 0
}
