import { type RawBuilder, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './schema.ts'

// The few words in which SQLite and PostgreSQL differ.

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
export async function setApplicationId(db: Db) {
  if (isSqlite(db)) await sql.raw(`pragma application_id = ${APPLICATION_ID}`).execute(db)
}

/** A list of ids as the one-column relation `wanted(id)`. */
export const idRows = (db: Db, ids: readonly string[]): RawBuilder<unknown> =>
  isSqlite(db)
    ? sql`(select value as id from json_each(${JSON.stringify(ids)})) as wanted`
    : sql`unnest(${ids}::text[]) as wanted(id)`

/** Rows that we bring along, as the relation `wanted` with these columns. */
export function inputRows<Column extends string>(
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

export const least = (db: Db, ...values: RawBuilder<unknown>[]) =>
  sql`${sql.raw(isSqlite(db) ? 'min' : 'least')}(${sql.join(values)})`

export const greatest = (db: Db, ...values: RawBuilder<unknown>[]) =>
  sql`${sql.raw(isSqlite(db) ? 'max' : 'greatest')}(${sql.join(values)})`

/** A number in a place where PostgreSQL cannot see from the context that it is one. */
export const bigint = (value: number | null) => sql<number | null>`cast(${value} as bigint)`

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
