import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

/**
 * The few words in which SQLite and PostgreSQL differ. Nothing outside this folder asks which one it is.
 */
const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

/** The database's clock in epoch milliseconds. SQLite gets the function from its connection, PostgreSQL here. */
export const clock = sql<number>`clock_ms()`

export async function createClock(db: Db) {
  if (isSqlite(db)) return
  await sql`
    create function clock_ms() returns bigint language sql volatile as
    'select (extract(epoch from clock_timestamp()) * 1000)::bigint'`.execute(db)
}

/** In the head of every SQLite file of ours: `MRQE`. */
export const APPLICATION_ID = 0x4d525145

/** A file can be taken away from where it belongs; a database on a server cannot. */
export async function signFile(db: Db) {
  if (isSqlite(db)) await sql.raw(`pragma application_id = ${APPLICATION_ID}`).execute(db)
}

/** A list of ids as the one-column relation `wanted(id)`. */
export const idRows = (db: Db, ids: readonly string[]): RawBuilder<unknown> =>
  isSqlite(db)
    ? sql`(select value as id from json_each(${JSON.stringify(ids)})) as wanted`
    : sql`unnest(${ids}::text[]) as wanted(id)`

/** Rows that we bring along, as the relation `wanted` with these columns. */
export function rowsOf<Column extends string>(
  db: Db,
  columns: Record<Column, 'text' | 'bigint'>,
  rows: readonly Record<NoInfer<Column>, string | number | null>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  const words = Object.entries(columns) as [Column, string][]
  if (isSqlite(db)) {
    const fields = words.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(fields)} from json_each(${json})) as wanted`
  }
  const fields = words.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql`json_to_recordset(${json}::json) as wanted(${sql.join(fields)})`
}

interface OfHolder {
  showtimeId: string
  holder: string
}

/**
 * Lets one holder of one showtime do one thing at a time until the transaction ends, so that a count of
 * what they hold stays true. SQLite has a single writer and needs no word for it.
 */
export async function lockHolder(db: Db, { showtimeId, holder }: OfHolder) {
  if (isSqlite(db)) return
  await sql`select pg_advisory_xact_lock(${keyOf(sql`${`${showtimeId}/${holder}`}`)})`.execute(db)
}

/** The same for many, waiting for nobody. Returns, by number, those who are busy elsewhere. */
export async function lockIdleHolders(db: Db, holders: readonly OfHolder[]) {
  if (isSqlite(db)) return new Set<number>()
  const named = holders.map(({ showtimeId, holder }, n) => ({ n, name: `${showtimeId}/${holder}` }))
  const { rows } = await sql<{ n: number; locked: boolean }>`
    select n, pg_try_advisory_xact_lock(${keyOf(sql`name`)}) as locked
      from ${rowsOf(db, { n: 'bigint', name: 'text' }, named)}`.execute(db)
  return new Set(rows.flatMap(({ n, locked }) => (locked ? [] : n)))
}

const keyOf = (name: RawBuilder<unknown>) => sql`hashtextextended(${name}, 0)`

/** Lets one node at a time change the programme, until the transaction ends; it may take as long as it needs. */
export async function lockProgramme(db: Db) {
  if (isSqlite(db)) return
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(hashtextextended('programme', 0))`.execute(db)
}

/**
 * Nobody holds or sells anything until the transaction ends; reading goes on. For whoever takes places or showtimes
 * away: row by row they would meet a buyer coming the other way. Bookings before claims, as a buyer takes them.
 */
export async function lockSales(db: Db) {
  if (isSqlite(db)) return
  await sql`lock table bookings, claims in share row exclusive mode`.execute(db)
}

/** For rows that several nodes sweep at once: each takes what no other has. */
export const skipLocked = (db: Db, table: string) =>
  isSqlite(db) ? sql`` : sql`for update of ${sql.table(table)} skip locked`

/**
 * Takes rows in the order they are selected, so that two transactions never wait for each other. Anything stronger would wait
 * for those who only refer to the row, who may be waiting for us.
 */
export const lockRows = (db: Db, table: string) =>
  isSqlite(db) ? sql`` : sql`for no key update of ${sql.table(table)}`

/** For rows about to be removed: waits for those who refer to them, and lets nobody do so any more. */
export const lockForRemoval = (db: Db) => (isSqlite(db) ? sql`` : sql`for update`)

/**
 * In the answer of an insert: whether it met a row and changed that. SQLite cannot tell and need not: with its single writer
 * nothing changes between looking and taking.
 */
export const metRow = (db: Db) => (isSqlite(db) ? sql<number>`1` : sql<number>`(xmax <> 0)::int`)

/** A number in a place where PostgreSQL cannot see from the context that it is one. */
export const bigint = (value: number | null) => sql<number | null>`cast(${value} as bigint)`

/**
 * `durable` waits until the disk has it: for whatever was promised to somebody. Without it, a power cut may take the
 * last moments, never the order: a durable commit makes all before it durable too.
 */
export function inTransaction<T>(
  db: Kysely<Schema>,
  { durable }: { durable: boolean },
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return db.connection().execute(async (connection) => {
    // SQLite refuses to change this inside a transaction, PostgreSQL forgets it outside of one.
    if (isSqlite(db)) {
      await sql.raw(`pragma synchronous = ${durable ? 'full' : 'normal'}`).execute(connection)
    }
    return connection.transaction().execute(async (tx) => {
      if (!isSqlite(db) && !durable) await sql`set local synchronous_commit = off`.execute(tx)
      return work(tx)
    })
  })
}

/** Fresh statistics: foreign keys on a table the planner thinks empty are checked by reading all of it. */
export const analyze = (db: Db) => sql`analyze`.execute(db)

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
export function isPassing(error: unknown) {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (typeof code === 'string' && PASSING.has(code)) return true
  return errcode === SQLITE_BUSY || isOrphan(error) || PASSING_WORDS.test(error.message)
}

const PG_FOREIGN_KEY_VIOLATION = '23503'
const SQLITE_CONSTRAINT_FOREIGN_KEY = 787

/** Whether a row was removed while we referred to it. */
export const isOrphan = (error: unknown) =>
  isEither(error, PG_FOREIGN_KEY_VIOLATION, SQLITE_CONSTRAINT_FOREIGN_KEY)

const PG_UNIQUE_VIOLATION = '23505'
const SQLITE_CONSTRAINT_UNIQUE = 2067

/** Whether a statement was refused because a value that must be unique is there already. */
export const isDuplicate = (error: unknown) =>
  isEither(error, PG_UNIQUE_VIOLATION, SQLITE_CONSTRAINT_UNIQUE)

const isEither = (error: unknown, postgresCode: string, sqliteCode: number) =>
  error instanceof Error &&
  (('code' in error && error.code === postgresCode) ||
    ('errcode' in error && error.errcode === sqliteCode))

/** Throws if the database does not take writes now. */
export const takesWrites = (db: Kysely<Schema>) =>
  inTransaction(db, { durable: false }, (tx) =>
    sql`update screens set name = name where false`.execute(tx),
  )
