/** Lost connections, a server that shuts down or is full, timeouts, deadlocks. */
const TRANSIENT_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006'],
  ...['57P01', '57P02', '57P03', '53300'],
  ...['57014', '40P01', '40001'],
])
const SQLITE_BUSY = 5

/** Errors of the driver that have no code. */
const TRANSIENT_MESSAGES =
  /^(timeout (exceeded when trying to connect|expired)|Connection terminated|Client (was closed|has encountered a connection error))/

/** Whether the same call may succeed in a moment: the database is unavailable, busy, or a row was removed in the meantime. */
export function isTransientError(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && TRANSIENT_CODES.has(code)) return true
  return (
    errcode === SQLITE_BUSY ||
    isForeignKeyViolation(error) ||
    TRANSIENT_MESSAGES.test(error.message)
  )
}

const PG_FOREIGN_KEY_VIOLATION = '23503'
const SQLITE_CONSTRAINT_FOREIGN_KEY = 787

/** Whether a row refers to one that does not exist any more. */
export const isForeignKeyViolation = (error: unknown) =>
  hasErrorCode(error, PG_FOREIGN_KEY_VIOLATION, SQLITE_CONSTRAINT_FOREIGN_KEY)

const PG_UNIQUE_VIOLATION = '23505'
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Whether a unique value exists already. */
export const isUniqueViolation = (error: unknown) =>
  hasErrorCode(error, PG_UNIQUE_VIOLATION, SQLITE_CONSTRAINT_UNIQUE)

const hasErrorCode = (error: unknown, postgresCode: string, sqliteCode: number) =>
  error instanceof Error &&
  (('code' in error && error.code === postgresCode) ||
    ('errcode' in error && error.errcode === sqliteCode))
