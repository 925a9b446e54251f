import { type RawBuilder, sql } from 'kysely'
import { inputRows } from './dialect.ts'
import { isSqlite } from './engine.ts'
import type { Db } from './schema.ts'
import { answersTo } from './transaction.ts'

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
export async function tryLockMany(db: Db, namesOfEach: readonly string[][]) {
  if (isSqlite(db)) return new Set<number>()
  const named = namesOfEach.flatMap((names, n) => names.map((name) => ({ n, name })))
  const { rows } = await sql<{ n: number; locked: boolean }>`
    select n, pg_try_advisory_xact_lock(${keyOf(sql`name`)}) as locked
      from ${inputRows(db, { n: 'bigint', name: 'text' }, named)}`.execute(db)
  return new Set(rows.flatMap(({ n, locked }) => (locked ? [] : n)))
}

const keyOf = (name: RawBuilder<unknown>) => sql`hashtextextended(${name}, 0)`

/** Lets one node at a time change the programme, until the transaction ends; it may take as long as it needs. */
export async function lockCatalogue(db: Db) {
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
