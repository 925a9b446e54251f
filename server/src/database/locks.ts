import { type RawBuilder, sql } from 'kysely'
import { idRows, inputRows, lookUp } from './dialect.ts'
import { isSqlite } from './engine.ts'
import type { Db, UserRow } from './schema.ts'
import { SESSION_SETTINGS } from './session-settings.ts'
import { awaitAll } from './transaction.ts'

/** Locks names until the transaction ends. Waits for each, in the given order. SQLite has one writer and needs no lock. */
export async function lockNames(db: Db, names: readonly string[]) {
  if (isSqlite(db)) return
  await awaitAll(
    names.map((name) => sql`select pg_advisory_xact_lock(${keyOf(sql`${name}`)})`.execute(db)),
  )
}

/** Locks the names of many requests without waiting. Returns the indexes of the requests with a name that is locked already. */
export async function tryLockMany(db: Db, namesOfEach: readonly (readonly string[])[]) {
  if (isSqlite(db)) return new Set<number>()
  const named = namesOfEach.flatMap((names, request_index) =>
    names.map((name) => ({ request_index, name })),
  )
  const { rows } = await sql<{ request_index: number; locked: boolean }>`
    select request_index, pg_try_advisory_xact_lock(${keyOf(sql`name`)}) as locked
      from ${inputRows(db, { request_index: 'bigint', name: 'text' }, named)}`.execute(db)
  return new Set(rows.flatMap(({ request_index, locked }) => (locked ? [] : request_index)))
}

const keyOf = (name: RawBuilder<unknown>) => sql`hashtextextended(${name}, 0)`

/** Lifts the time limits of a connection. */
export async function liftTimeLimits(db: Db) {
  if (isSqlite(db)) return
  await sql`set statement_timeout = 0`.execute(db)
  await sql`set idle_in_transaction_session_timeout = 0`.execute(db)
}

/** Lifts the time limits of a connection. A statement that waits for a table stops all that come after it, so it gives up soon. */
export async function beginMigrations(db: Db) {
  if (isSqlite(db)) return
  await liftTimeLimits(db)
  await sql`set lock_timeout = '2s'`.execute(db)
}

/** Lets one node at a time migrate the database. */
export async function tryLockMigrations(db: Db) {
  if (isSqlite(db)) return true
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${keyOf(sql`'migrations'`)}) as locked`.execute(db)
  return rows[0]?.locked
}

/** Restores the connection for other work. */
export async function endMigrations(db: Db) {
  if (isSqlite(db)) return
  await sql`select pg_advisory_unlock_all()`.execute(db)
  await sql`reset lock_timeout`.execute(db)
  await sql.raw(SESSION_SETTINGS).execute(db)
}

/** Lets one node at a time change the catalogue, for as long as it needs. */
export async function lockCatalogue(db: Db) {
  if (isSqlite(db)) return
  await sql`set local statement_timeout = 0`.execute(db)
  // A historical name: nodes of an earlier version use the same lock.
  await sql`select pg_advisory_xact_lock(hashtextextended('programme', 0))`.execute(db)
}

/**
 * Stops all holds and sales until the transaction ends; reads continue. For changes that remove places or showtimes: with row locks they
 * could deadlock with a sale. Locks bookings before claims, as a sale does.
 */
export async function lockSales(db: Db) {
  if (isSqlite(db)) return
  await sql`lock table bookings, claims in share row exclusive mode`.execute(db)
}

/**
 * For transactions that lock rows of `claims` before they change them: waits here for a transaction that has stopped all holds. With the
 * rows locked, each would wait for the other.
 */
export async function lockForHolds(db: Db) {
  if (isSqlite(db)) return
  await sql`lock table claims in row exclusive mode`.execute(db)
}

/**
 * For transactions that change bookings and release their places: waits here, before a booking is locked, for a transaction that has stopped all sales.
 * Otherwise each would wait for the other: a change locks its booking, then claims.
 */
export async function lockForChanges(db: Db) {
  if (isSqlite(db)) return
  await sql`lock table bookings, claims in row exclusive mode`.execute(db)
}

/** For rows that several nodes delete at the same time: each takes rows that no other has locked. */
export const skipLocked = (db: Db, table: string) =>
  isSqlite(db) ? sql`` : sql`for update of ${sql.table(table)} skip locked`

/**
 * Locks rows in the order of the selection, so that two transactions do not deadlock. A stronger lock would also wait for transactions
 * that only refer to the row.
 */
export const lockRows = (db: Db, table: string) =>
  isSqlite(db) ? sql`` : sql`for no key update of ${sql.table(table)}`

/** For rows that are about to be deleted: waits for transactions that refer to them. */
export const lockForRemoval = (db: Db) => (isSqlite(db) ? sql`` : sql`for update`)

type LockedUser = Pick<UserRow, 'id' | 'email' | 'email_confirmed_at'>

/**
 * Locks users in the order of their ids, before their bookings, alerts and waiting list entries, as the deletion of an account does. Returns
 * no row for an account that has been deleted.
 */
export const lockUsers = (db: Db, ids: readonly string[]) =>
  sql<LockedUser>`
    select users.id, email, email_confirmed_at
      from (select id from ${idRows(db, ids)} order by id) as wanted ${lookUp(db, {
        table: 'users',
        columns: sql`id, email, email_confirmed_at`,
        condition: sql`users.id = wanted.id`,
        lock: lockRows(db, 'users'),
      })}`.execute(db)
