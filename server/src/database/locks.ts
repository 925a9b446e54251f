import { sql } from 'kysely'
import { idRows, lookUp } from './dialect.ts'
import { isSqlite } from './engine.ts'
import type { Db, UserRow } from './schema.ts'

/** Lifts the time limits of a connection. */
export async function liftTimeLimits(db: Db) {
  if (isSqlite(db)) return
  await sql`set statement_timeout = 0`.execute(db)
  await sql`set idle_in_transaction_session_timeout = 0`.execute(db)
}

/** Lets the statements of a transaction take as long as they need: they change as many rows as there are visitors, or wait for another node. */
export async function liftStatementLimit(db: Db) {
  if (isSqlite(db)) return
  await sql`set local statement_timeout = 0`.execute(db)
}

/** Lets one node at a time change the catalogue, for as long as it needs. */
export async function lockCatalogue(db: Db) {
  if (isSqlite(db)) return
  await liftStatementLimit(db)
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue', 0))`.execute(db)
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

/**
 * Locks showtimes in the order of their ids, before the users. Whatever changes what is sold at a showtime holds this lock. `now`: when a row was
 * locked, by the database's clock, epoch milliseconds.
 */
export const lockShowtimes = (db: Db, ids: readonly string[]) =>
  sql<{ id: string; version: string; now: number }>`
    select showtimes.id, version, clock_ms() as now from (select id from ${idRows(db, ids)} order by id) as wanted
           ${lookUp(db, {
             table: 'showtimes',
             columns: sql`id, version`,
             condition: sql`showtimes.id = wanted.id`,
             lock: lockRows(db, 'showtimes'),
           })}`.execute(db)

/**
 * Waits for the transactions that sell, refund, pay out, or open a shift, and makes later ones wait: what has a time before now can be read,
 * and nothing more gets one. For a moment only. The caller holds no other lock.
 */
export async function lockLedger(db: Db) {
  if (isSqlite(db)) return
  // All of them lock a showtime, and a sale in a shift locks the showtime first.
  await sql`lock table showtimes, shifts in exclusive mode`.execute(db)
}

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
