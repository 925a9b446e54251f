import { ConfigError } from '../config/config.ts'
import { DataDirError } from '../database/data-dir/data-dir.ts'
import { isTransientError, storageProblemOf } from '../database/error-kinds.ts'
import { CONFIGURATION, DATA_UNUSABLE, FAILURE, UNAVAILABLE } from './exit-codes.ts'

/** Returns the exit code of a failed start, after sysexits(3). */
export function exitCodeFor(error: unknown) {
  if (error instanceof ConfigError) return CONFIGURATION
  if (error instanceof DataDirError) return error.exitCode
  if (!(error instanceof Error)) return FAILURE
  // PostgreSQL may recover by itself, the disk of the embedded database does not.
  if (storageProblemOf(error)) return 'errcode' in error ? DATA_UNUSABLE : UNAVAILABLE
  if (codeOf(error) === 'EADDRINUSE' || isTransientError(error)) return UNAVAILABLE
  if (MISCONFIGURED.includes(codeOf(error))) return CONFIGURATION
  return isCorrupt(error) || isOtherSchema(error) ? DATA_UNUSABLE : FAILURE
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '')

/**
 * The database does not exist, refuses the login or the creation of tables, or its host name is unknown; or HOST is not an address of
 * this machine, or this user may not listen on PORT; or a package that is loaded on demand is not installed.
 */
const MISCONFIGURED = [
  ...['3D000', '28000', '28P01', '42501', 'ENOTFOUND', 'EADDRNOTAVAIL', 'EACCES'],
  'ERR_MODULE_NOT_FOUND',
]

const SQLITE_CORRUPT = 11
const SQLITE_CANNOT_OPEN = 14
const SQLITE_NOT_A_DATABASE = 26

/** SQLite cannot read the file. */
const isCorrupt = (error: object) =>
  'errcode' in error &&
  [SQLITE_CORRUPT, SQLITE_CANNOT_OPEN, SQLITE_NOT_A_DATABASE].includes(Number(error.errcode))

const PG_DUPLICATE_TABLE = '42P07'

/** The database has other tables or is of a later version. The messages are those of SQLite and of Kysely. */
const isOtherSchema = (error: Error) =>
  codeOf(error) === PG_DUPLICATE_TABLE ||
  /(^|: )(table .+ already exists|corrupted migrations)/.test(error.message)

/** Returns a sentence for an expected error, the stack trace for any other. */
export function startupErrorMessage(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const code = exitCodeFor(error)
  if (code === FAILURE) return error.stack
  // An AggregateError of several addresses has no message.
  const message = error.message || codeOf(error)
  if (storageProblemOf(error)) return `The database accepts no writes: ${message}`
  if (isTransientError(error)) return `The database cannot be reached: ${message}`
  if (isCorrupt(error)) return `The database file cannot be read: ${message}`
  return isOtherSchema(error) ? `This version cannot use the database: ${message}` : message
}
