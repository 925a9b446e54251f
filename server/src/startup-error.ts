import { ConfigError } from './config.ts'
import { DataDirError } from './database/data-dir.ts'
import { isTransientError } from './database/error-kinds.ts'

const FAILURE = 1
const UNAVAILABLE = 69
const DATA_UNUSABLE = 74
const CONFIGURATION = 78

/** How the process ends when it cannot start (sysexits where they have a word for it). */
export function exitCodeFor(error: unknown) {
  if (error instanceof ConfigError) return CONFIGURATION
  if (error instanceof DataDirError) return error.exitCode
  if (!(error instanceof Error)) return FAILURE
  if (codeOf(error) === 'EADDRINUSE' || isTransientError(error)) return UNAVAILABLE
  if (NO_SUCH_DATABASE.includes(codeOf(error))) return CONFIGURATION
  return isUnreadable(error) || isForeign(error) ? DATA_UNUSABLE : FAILURE
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/** Not there, not for us, or at an address that does not exist. */
const NO_SUCH_DATABASE = ['3D000', '28000', '28P01', 'ENOTFOUND']

const SQLITE_CORRUPT = 11
const SQLITE_CANNOT_OPEN = 14
const SQLITE_NOT_A_DATABASE = 26

/** A damaged file, or one that never was a database of ours. */
const isUnreadable = (error: object) =>
  'errcode' in error &&
  [SQLITE_CORRUPT, SQLITE_CANNOT_OPEN, SQLITE_NOT_A_DATABASE].includes(Number(error.errcode))

const PG_DUPLICATE_TABLE = '42P07'

/** A database of somebody else, or of a later version. The words are those of SQLite and of the migrator. */
const isForeign = (error: Error) =>
  codeOf(error) === PG_DUPLICATE_TABLE ||
  /^(table .+ already exists|corrupted migrations)/.test(error.message)

/** What stopped the start: a sentence where it was foreseen, the whole trace where it was not. */
export function startupErrorMessage(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const code = exitCodeFor(error)
  if (code === FAILURE) return error.stack
  // Several addresses that are all away have no message of their own.
  const words = error.message || codeOf(error)
  if (isTransientError(error)) return `The database cannot be reached: ${words}`
  return isForeign(error) ? `The database is not one that this version can use: ${words}` : words
}
