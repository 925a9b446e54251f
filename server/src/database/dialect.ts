import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import type { Db } from './schema.ts'
import { awaitAll } from './transaction.ts'

// Where SQLite and PostgreSQL need different SQL.

/**
 * The database's clock in epoch milliseconds. The subquery is executed once for all rows, so that an index can find rows by it. SQLite gets
 * the function from its connection, PostgreSQL from the initial migration.
 */
export const clock = sql<number>`(select clock_ms())`

/** Marks the SQLite files of this application: `MRQE`. */
export const APPLICATION_ID = 0x4d525145

/** Chooses the statement for the database, where the two have no words in common. */
export const byDatabase = <Choice>(db: Db, choices: { sqlite: Choice; postgres: Choice }) =>
  isSqlite(db) ? choices.sqlite : choices.postgres

/** A list of ids as the one-column relation `wanted(id)`. */
export const idRows = (db: Db, ids: readonly string[]): RawBuilder<unknown> =>
  isSqlite(db)
    ? sql`(select value as id from json_each(${JSON.stringify(ids)})) as wanted`
    : sql`unnest(${ids}::text[]) as wanted(id)`

type InputValue = string | number | null
type Columns = Record<string, 'text' | 'bigint'>
/** The types of columns of a row. */
export type ColumnsOf<Row> = Partial<Record<keyof Row & string, 'text' | 'bigint'>>

/** Input rows as the relation `wanted` with these columns. */
export function inputRows<Column extends string>(
  db: Db,
  columns: Record<Column, 'text' | 'bigint'>,
  rows: readonly Record<NoInfer<Column>, InputValue>[],
): RawBuilder<unknown> {
  const json = JSON.stringify(rows)
  const fieldsOf = Object.entries(columns) as [Column, string][]
  if (isSqlite(db)) {
    const fields = fieldsOf.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
    return sql`(select ${sql.join(fields)} from json_each(${json})) as wanted`
  }
  const fields = fieldsOf.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql`json_to_recordset(${json}::json) as wanted(${sql.join(fields)})`
}

/** A statement with the rows that it reads. */
interface StatementWithRows {
  count: number
  build: (db: Db) => RawBuilder<unknown>
  execute: (db: Db) => Promise<void>
}

/**
 * Returns a statement that reads input rows as the relation `wanted` and has no other parameters. Rows may have other fields than `columns`. SQLite
 * executes it once for each row: reading the rows from JSON takes four times as long (measured). `withRows` is for `executeTogether`.
 */
export function statementForRows<Row extends object>(
  columns: ColumnsOf<Row>,
  statement: (wanted: RawBuilder<unknown>, db: Db) => RawBuilder<unknown>,
) {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const fields = names.map((name) => sql`${null} as ${sql.ref(name)}`)
  const build = (db: Db, rows: readonly Row[]) =>
    statement(inputRows(db, columns as Columns, rows as readonly Record<string, InputValue>[]), db)
  const execute = async (db: Db, rows: readonly Row[]): Promise<void> => {
    if (rows.length === 0) return
    if (isSqlite(db)) {
      const query = statement(sql`(select ${sql.join(fields)}) as wanted`, db).compile(db)
      const values = rows.map((row) => names.map((name) => row[name]))
      await db.executeQuery(CompiledQuery.raw(query.sql, values))
    } else await build(db, rows).execute(db)
  }
  const withRows = (rows: readonly Row[]): StatementWithRows => ({
    count: rows.length,
    build: (db) => build(db, rows),
    execute: (db) => execute(db, rows),
  })
  return Object.assign(execute, { withRows })
}

/**
 * Skips statements without rows, and sends the others before it returns. PostgreSQL executes them as one statement: each part sees what was there before,
 * so no two of them may change the same row. SQLite executes them in this order.
 */
export function executeTogether(
  db: Db,
  statements: readonly StatementWithRows[],
): Promise<unknown> {
  const filled = statements.filter(({ count }) => count > 0)
  if (isSqlite(db)) return awaitAll(filled.map((one) => () => one.execute(db)))
  // The last one is the main statement, the others are parts of its `with` clause.
  const [last, ...others] = filled.toReversed()
  if (!last) return Promise.resolve()
  const parts = others.map(({ build }, n) => sql`${sql.ref(`part_${n}`)} as (${build(db)})`)
  const before = parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``
  return sql`${before}${last.build(db)}`.execute(db)
}

interface LookUp {
  table: string
  columns: RawBuilder<unknown>
  /** The join condition. */
  condition: RawBuilder<unknown>
  /** Left join. */
  optional?: boolean
  /** The clause that locks the found rows, in the order in which they are looked up. */
  lock?: RawBuilder<unknown>
}

/**
 * Forces an index lookup per row. Otherwise PostgreSQL may reuse a plan with a sequential scan that was made while the table was
 * small.
 */
export function lookUp(
  db: Db,
  { table: name, columns, condition, optional = false, lock = sql`` }: LookUp,
) {
  const table = sql.table(name)
  const join = sql.raw(optional ? 'left join' : isSqlite(db) ? 'cross join' : 'join')
  return isSqlite(db)
    ? sql`${join} ${table} on ${condition}`
    : sql`${join} lateral (select ${columns} from ${table} where ${condition} offset 0 ${lock}) as ${table} on true`
}

export const least = (db: Db, ...values: RawBuilder<unknown>[]) =>
  sql`${sql.raw(isSqlite(db) ? 'min' : 'least')}(${sql.join(values)})`

export const greatest = (db: Db, ...values: RawBuilder<unknown>[]) =>
  sql`${sql.raw(isSqlite(db) ? 'max' : 'greatest')}(${sql.join(values)})`

/** The last ten digits of a phone number, however it is written: without the country code. Null for none. */
export function phoneKey(db: Db, column: RawBuilder<unknown>) {
  const digits = [' ', '-', '(', ')', '+'].reduce(
    (text, character) => sql`replace(${text}, ${sql.lit(character)}, '')`,
    column,
  )
  return isSqlite(db) ? sql`substr(${digits}, -10)` : sql`right(${digits}, 10)`
}

/** A number where PostgreSQL cannot infer the type. */
export const bigintParameter = (value: number | null) =>
  sql<number | null>`cast(${value} as bigint)`

/**
 * Refreshes the statistics of the tables that a catalogue fills. Other tables may still be empty, and PostgreSQL plans badly for a
 * table that it has analysed while empty. SQLite plans better without statistics, because it never refreshes them.
 */
export async function analyze(db: Db) {
  if (!isSqlite(db)) await sql`analyze screens, places, movies, showtimes`.execute(db)
}
