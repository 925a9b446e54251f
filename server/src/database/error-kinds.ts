/** Of the connection, of the server shutting down or full, of a wait too long. */
const PASSING = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', '08006'],
  ...['57P01', '57P02', '57P03', '53300'],
  ...['57014', '40P01', '40001'],
])
const SQLITE_BUSY = 5

/** The driver gives these no code. */
const PASSING_WORDS =
  /^(timeout (exceeded when trying to connect|expired)|Connection terminated|Client (was closed|has encountered a connection error))/

/** Whether the same may well succeed in a moment: the database is away, busy, or changed under our feet. */
export function isTransientError(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && PASSING.has(code)) return true
  return (
    errcode === SQLITE_BUSY || isForeignKeyViolation(error) || PASSING_WORDS.test(error.message)
  )
}

const PG_FOREIGN_KEY_VIOLATION = '23503'
const SQLITE_CONSTRAINT_FOREIGN_KEY = 787

/** Whether a row was removed while we referred to it. */
export const isForeignKeyViolation = (error: unknown) =>
  isEither(error, PG_FOREIGN_KEY_VIOLATION, SQLITE_CONSTRAINT_FOREIGN_KEY)

const PG_UNIQUE_VIOLATION = '23505'
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Whether a statement was refused because a value that must be unique is there already. */
export const isUniqueViolation = (error: unknown) =>
  isEither(error, PG_UNIQUE_VIOLATION, SQLITE_CONSTRAINT_UNIQUE)

const isEither = (error: unknown, postgresCode: string, sqliteCode: number) =>
  error instanceof Error &&
  (('code' in error && error.code === postgresCode) ||
    ('errcode' in error && error.errcode === sqliteCode))
