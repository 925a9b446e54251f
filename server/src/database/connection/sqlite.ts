import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Schema } from '../schema.ts'

/** The database file in a data directory. */
export const databasePath = (dataDir: string) => join(dataDir, 'marquee.db')

interface SqliteOptions {
  path: string
  /** Epoch milliseconds. Tests set another clock. */
  now: () => number
}

/** 32 MB. With a large write-ahead log, a page that changes many times is copied to the file once per checkpoint. */
const WAL_PAGES = 8000

/** Opens the only writing connection. Kysely queues concurrent transactions. */
export function openWriter({ path, now }: SqliteOptions): Kysely<Schema> {
  const database = open(path, now)
  // Deleted personal data must not stay in free pages.
  database.exec(
    `pragma journal_mode = wal; pragma wal_autocheckpoint = ${WAL_PAGES}; pragma secure_delete = on`,
  )
  return createSqliteKysely(database)
}

/** Opens a second connection, so that reads do not wait for transactions. */
export function openReader({ path, now }: SqliteOptions): Kysely<Schema> {
  const database = open(path, now)
  database.exec('pragma query_only = on')
  return createSqliteKysely(database)
}

function open(path: string, now: () => number) {
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000')
  // No trigger uses it: other programs and earlier versions do not have it, or not in triggers.
  database.function('clock_ms', { directOnly: true }, () => now())
  // The triggers use this function of SQLite. On our connections it has the same clock as `clock_ms`.
  database.function('unixepoch', (_subsec) => now() / 1000)
  return database
}

function createSqliteKysely(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known) return known
    const statement = database.prepare(text)
    if (prepared.size < MAX_PREPARED_STATEMENTS) prepared.set(text, statement)
    return statement
  }

  const dialect = new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (text) => {
        // `begin` alone locks at the first write, and a transaction that has read before fails with SQLITE_BUSY then.
        const statement = prepare(text === 'begin' ? 'begin immediate' : text)
        return {
          reader: statement.columns().length > 0,
          all: (values) => rowsOf(values).flatMap((row) => statement.all(...row)),
          run: (values) => run(statement, rowsOf(values)),
          iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
        }
      },
    },
  })
  dialect.createAdapter = () => atomicAdapter
  return new Kysely<Schema>({ dialect })
}

/** The rows of values that a statement is executed for: one, or those of `statementForRows`. */
function rowsOf(values: readonly unknown[]) {
  return (Array.isArray(values[0]) ? values : [values]) as SQLInputValue[][]
}

function run(statement: StatementSync, rows: SQLInputValue[][]) {
  const changes = rows.map((row) => Number(statement.run(...row).changes))
  return { changes: changes.reduce((sum, count) => sum + count, 0), lastInsertRowid: 0 }
}

/**
 * Kysely runs SQLite migrations without a transaction unless the adapter claims support for transactional DDL, which SQLite has.
 * Without it, an interrupted start leaves half a schema.
 */
const atomicAdapter: SqliteAdapter = Object.defineProperty(
  new SqliteAdapter(),
  'supportsTransactionalDdl',
  { value: true },
)

const MAX_PREPARED_STATEMENTS = 500
