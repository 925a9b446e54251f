import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Schema } from './schema.ts'

/** The one file of the embedded mode that cannot be made again. */
export const databasePath = (dataDir: string) => join(dataDir, 'marquee.db')

export interface SqliteOptions {
  path: string
  /** Epoch milliseconds; tests set it. */
  now: () => number
}

/** 32 MB: pages that many bookings change are carried into the file once for all of them, not every few commits. */
const WAL_PAGES = 8000

/** The connection that writes. There is one, and Kysely queues whoever wants it. */
export function openWriter({ path, now }: SqliteOptions): Kysely<Schema> {
  const database = open(path, now)
  database.exec(`pragma journal_mode = wal; pragma wal_autocheckpoint = ${WAL_PAGES}`)
  return kyselyOver(database)
}

/** A second connection, so that nobody who reads waits for a transaction. */
export function openReader({ path, now }: SqliteOptions): Kysely<Schema> {
  const database = open(path, now)
  database.exec('pragma query_only = on')
  return kyselyOver(database)
}

function open(path: string, now: () => number) {
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec('pragma foreign_keys = on; pragma temp_store = memory; pragma cache_size = -32000')
  database.function('clock_ms', { directOnly: true }, () => now())
  return database
}

function kyselyOver(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    const known = prepared.get(text)
    if (known) return known
    const statement = database.prepare(text)
    if (prepared.size < MOST_PREPARED) prepared.set(text, statement)
    return statement
  }

  const dialect = new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (text) => {
        // A transaction that reads first and writes later would fail as busy instead of waiting its turn.
        const statement = prepare(text === 'begin' ? 'begin immediate' : text)
        return {
          reader: statement.columns().length > 0,
          all: (values) => statement.all(...(values as SQLInputValue[])),
          run: (values) => statement.run(...(values as SQLInputValue[])),
          iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
        }
      },
    },
  })
  dialect.createAdapter = () => atomicAdapter
  return new Kysely<Schema>({ dialect })
}

/**
 * Kysely leaves migrations on SQLite without a transaction, although it undoes definitions like anything else: a start cut
 * short would leave half a schema, and every later one would stumble over it.
 */
const atomicAdapter: SqliteAdapter = Object.defineProperty(
  new SqliteAdapter(),
  'supportsTransactionalDdl',
  { value: true },
)

const MOST_PREPARED = 500
