import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import { type Line, linesOf } from './lines.ts'
import type { Db, Schema } from './schema.ts'

/**
 * The few words in which SQLite and PostgreSQL differ. Nothing outside this folder asks which one it is.
 */
const isSqlite = (db: Db) => db.getExecutor().adapter instanceof SqliteAdapter

/** Transactions of one process that are worth having side by side: one is read for while the other is written. */
export const writersAtOnce = (db: Db) => (isSqlite(db) ? 1 : 2)

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

interface LookUp {
  table: string
  columns: RawBuilder<unknown>
  /** Of a row of the table, beside one of what stands before. */
  holds: RawBuilder<unknown>
  /** Whether what stands before stays where there is no such row. */
  optional?: boolean
}

/**
 * Joins, to each row of what stands before, the rows of a table of which this holds: one by one, by their key. PostgreSQL would
 * else, with a plan from when the table was small, go through all of it each time.
 */
export function lookUp(db: Db, { table: name, columns, holds, optional = false }: LookUp) {
  const table = sql.table(name)
  const join = sql.raw(optional ? 'left join' : isSqlite(db) ? 'cross join' : 'join')
  return isSqlite(db)
    ? sql`${join} ${table} on ${holds}`
    : sql`${join} lateral (select ${columns} from ${table} where ${holds} offset 0) as ${table} on true`
}

interface OfHolder {
  showtimeId: string
  holder: string
}

/** Under which a holder does one thing at a time at one showtime, so that a count of what they hold stays true. */
export const nameOfHolder = ({ showtimeId, holder }: OfHolder) => `${showtimeId}/${holder}`

/**
 * Lets nobody else be at what has these names until the transaction ends; waits for them in the order they come. SQLite has a
 * single writer and needs no word for it.
 */
export async function lockNames(db: Db, names: readonly string[]) {
  if (isSqlite(db)) return
  await answersTo(
    names.map((name) => sql`select pg_advisory_xact_lock(${keyOf(sql`${name}`)})`.execute(db)),
  )
}

/** The same for many, waiting for nobody. Returns, by number, those of whose names one is taken. */
export async function lockIdle(db: Db, namesOfEach: readonly string[][]) {
  if (isSqlite(db)) return new Set<number>()
  const named = namesOfEach.flatMap((names, n) => names.map((name) => ({ n, name })))
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

/** What is done in a transaction. What it says goes `withCommit` is asked already but not answered: all is undone if it fails. */
type Work<T> = (tx: Db, withCommit: (asked: Promise<unknown>) => void) => Promise<T>

/**
 * `durable` waits until the disk has it: for whatever was promised to somebody. Without it, a power cut may take the
 * last moments, never the order: a durable commit makes all before it durable too.
 */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  { durable }: { durable: boolean },
  work: Work<T>,
): Promise<T> {
  const takeLine = linesOf.get(db)
  if (!takeLine) return db.connection().execute((only) => transact({ db: only }, durable, work))
  const line = await takeLine()
  try {
    return await transact(line, durable, work)
  } finally {
    line.giveBack()
  }
}

async function transact<T>(
  { db: connection, hangUp }: Pick<Line, 'db'> & Partial<Line>,
  durable: boolean,
  work: Work<T>,
) {
  const begun = begin(connection, durable)
  // What is asked without a beginning would be committed, statement by statement.
  begun.catch(() => hangUp?.())
  const asked = [begun]
  try {
    if (isSqlite(connection)) await begun
    const done = await work(connection, (last) => asked.push(last))
    // SQLite would commit the rest of what has failed.
    if (isSqlite(connection)) await answersTo(asked)
    // The first that failed says why; the commit could only say that all has been undone.
    await answersTo([...asked, sql`commit`.execute(connection)])
    return done
  } catch (error) {
    // Whatever breaks now, what went wrong before is what counts.
    await answersTo([...asked, sql`rollback`.execute(connection)]).catch(() => undefined)
    throw error
  }
}

/**
 * What was asked at once over one connection, after all of it has been answered: else what comes late would find itself in
 * somebody else's transaction. Throws what the first of them throws.
 */
export async function answersTo<T extends readonly unknown[]>(
  asked: {
    [N in keyof T]: Promise<T[N]>
  },
): Promise<T> {
  await Promise.allSettled(asked)
  return Promise.all(asked) as Promise<unknown> as Promise<T>
}

/** In as few words as can be: each is a way there and back. */
async function begin(connection: Db, durable: boolean): Promise<unknown> {
  if (isSqlite(connection)) {
    // SQLite refuses to change this inside a transaction, PostgreSQL forgets it outside of one.
    await sql.raw(`pragma synchronous = ${durable ? 'full' : 'normal'}`).execute(connection)
    return sql`begin immediate`.execute(connection)
  }
  return sql
    .raw(durable ? 'begin' : 'begin; set local synchronous_commit = off')
    .execute(connection)
}

/**
 * Fresh statistics of what a catalogue fills. Not of the rest, which may still be empty: PostgreSQL plans well for a table it knows
 * nothing of, and for one that it has found empty as if it stayed so. SQLite never looks again by itself: it plans better without.
 */
export async function analyze(db: Db) {
  if (!isSqlite(db)) await sql`analyze screens, places, movies, showtimes`.execute(db)
}

/** What SQLite once found of a cinema that has grown since. */
export async function forgetStatistics(db: Db) {
  if (!isSqlite(db)) return
  // Makes the table if there is none, and has this connection read what is in it.
  const reread = sql`analyze sqlite_schema`
  await reread.execute(db)
  await sql`delete from sqlite_stat1`.execute(db)
  await reread.execute(db)
}

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
