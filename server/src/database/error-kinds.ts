const TRANSIENT_CODES = new Set([
  // No connection.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'],
  // PostgreSQL shuts down or starts.
  ...['57P01', '57P02', '57P03'],
  // PostgreSQL has no memory or no connection left.
  ...['53200', '53300'],
  // A time limit: of an idle transaction, and of a statement.
  ...['25P03', '57014'],
  // A deadlock, and a serialization failure.
  ...['40P01', '40001'],
])
const SQLITE_BUSY = 5

/** Errors of the driver that have no code. */
const TRANSIENT_MESSAGES =
  /^(timeout (exceeded when trying to connect|expired)|Connection terminated|Client (was closed|has encountered a connection error))/

/** Why the database stores nothing. */
export type StorageProblem = 'read-only' | 'disk-full' | 'io-error'

const POSTGRES_PROBLEMS = new Map<unknown, StorageProblem>([
  ['25006', 'read-only'],
  ['53100', 'disk-full'],
  ['58030', 'io-error'],
])
const SQLITE_PROBLEMS = new Map<number, StorageProblem>([
  [8, 'read-only'],
  [10, 'io-error'],
  [13, 'disk-full'],
])
/** The lower byte of an extended result code of SQLite. */
const PRIMARY_CODE = 0xff

/** The problem of the disk or of the server that made a statement fail. */
export function storageProblemOf(error: unknown): StorageProblem | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) return SQLITE_PROBLEMS.get(Number(error.errcode) & PRIMARY_CODE)
  return 'code' in error ? POSTGRES_PROBLEMS.get(error.code) : undefined
}

/** Whether the same call may succeed in a moment: the database is unavailable or busy. */
export function isTransientError(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && TRANSIENT_CODES.has(code)) return true
  return (
    errcode === SQLITE_BUSY ||
    storageProblemOf(error) !== undefined ||
    TRANSIENT_MESSAGES.test(error.message)
  )
}

const PG_FOREIGN_KEY_VIOLATION = '23503'
const SQLITE_CONSTRAINT_FOREIGN_KEY = 787

/** Whether a row refers to one that does not exist any more. */
export const isForeignKeyViolation = (error: unknown) =>
  hasErrorCode(error, PG_FOREIGN_KEY_VIOLATION, SQLITE_CONSTRAINT_FOREIGN_KEY)

/** Whether a statement or a transaction took too long. */
export const isTimeout = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ETIMEDOUT' || error.code === '57014')

/** Whether PostgreSQL gave up waiting for a lock (`lock_timeout`). */
export const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const PG_UNIQUE_VIOLATION = '23505'
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Whether a unique value exists already. */
export const isUniqueViolation = (error: unknown) =>
  hasErrorCode(error, PG_UNIQUE_VIOLATION, SQLITE_CONSTRAINT_UNIQUE)

const hasErrorCode = (error: unknown, postgresCode: string, sqliteCode: number) =>
  error instanceof Error &&
  (('code' in error && error.code === postgresCode) ||
    ('errcode' in error && error.errcode === sqliteCode))
