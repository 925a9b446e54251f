import { type Kysely, sql } from 'kysely'
import { isPipelined, type PipelinedConnection } from './connection/pipelined-connection.ts'
import { TIMEOUT_MS } from './connection/session-settings.ts'
import { runInTime } from './connection/timed-transaction.ts'
import { isSqlite } from './engine.ts'
import type { Db, Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** The number of concurrent write transactions per process. On PostgreSQL a second one helps (measured); SQLite has one writer. */
export const maxConcurrentWriters = (db: Db) => (isSqlite(db) ? 1 : 2)

/**
 * `withCommit` adds statements that were sent before and whose results come with that of the commit. All is rolled back if one fails. PostgreSQL gets the
 * commit before it has answered them, so rows must be made before `withCommit` is called: an error in making them must be thrown by the work.
 */
type Work<T> = (tx: Db, withCommit: (statement: Promise<unknown>) => void) => Promise<T>

interface TransactionOptions {
  durable: boolean
  /** The time limit of a transaction on PostgreSQL. */
  timeoutMs?: number
  /** Limits only the commit, for work that may take long. */
  isLong?: boolean | undefined
}

/**
 * Runs `work` in a transaction. A durable one is on disk before it returns. A power failure may lose the most recent non-durable transactions, but
 * none that was committed before a durable one. Throws a transient error when the transaction takes too long; it may be committed later.
 */
export async function inTransaction<T>(
  db: Kysely<Schema>,
  { durable, timeoutMs = TIMEOUT_MS, isLong = false }: TransactionOptions,
  work: Work<T>,
): Promise<T> {
  if (!isPipelined(db))
    return db.connection().execute((connection) => transact({ db: connection }, durable, work))
  return runInTime(db, { durable, timeoutMs, isLong }, (connection, onCommit) =>
    transact({ ...connection, onCommit }, durable, work),
  )
}

/** Reads several statements as of one moment. `read` sends all of them before it waits for the first one. */
export async function readSnapshot<T>(
  db: Kysely<Schema>,
  read: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (!isPipelined(db))
    return db.connection().execute(async (connection) => {
      await sql`begin deferred`.execute(connection)
      return read(connection).finally(() => sql`commit`.execute(connection))
    })
  const connection = await db.acquirePipelined()
  try {
    const begun = sql`begin isolation level repeatable read, read only`.execute(connection.db)
    const [, result] = await awaitAll([
      () => begun,
      () => read(connection.db),
      () => sql`commit`.execute(connection.db),
    ])
    return result
  } catch (error) {
    connection.destroy()
    throw error
  } finally {
    connection.release()
  }
}

type Transaction = Pick<PipelinedConnection, 'db'> &
  Partial<PipelinedConnection> & { onCommit?: () => void }

async function transact<T>(
  { db: connection, destroy, onCommit }: Transaction,
  durable: boolean,
  work: Work<T>,
) {
  const begun = begin(connection, durable)
  // Without a transaction, each statement would be committed on its own.
  begun.catch(() => destroy?.())
  const sent = [begun]
  try {
    if (isSqlite(connection)) await begun
    const done = await work(connection, (last) => sent.push(last))
    // SQLite commits a transaction although one of its statements has failed.
    if (isSqlite(connection)) await settleAll(sent)
    onCommit?.()
    // Throws the error of the first statement that failed, not that of the commit.
    await settleAll([...sent, sql`commit`.execute(connection)])
    return done
  } catch (error) {
    // The first error counts, not an error of the rollback.
    await settleAll([...sent, sql`rollback`.execute(connection)]).catch(() => undefined)
    throw error
  }
}

/** Begins in one round trip. */
async function begin(connection: Db, durable: boolean): Promise<unknown> {
  if (isSqlite(connection)) {
    // SQLite refuses this pragma inside a transaction.
    await sql.raw(`pragma synchronous = ${durable ? 'full' : 'normal'}`).execute(connection)
    return sql`begin immediate`.execute(connection)
  }
  // PostgreSQL ignores `set local` outside of a transaction.
  return sql
    .raw(durable ? 'begin' : 'begin; set local synchronous_commit = off')
    .execute(connection)
}

/**
 * Sends statements over one connection, in their order, before it waits for the first one. Waits for all of them, even after an error: a late one must not run
 * in the next transaction. Rejects with the first error. Throws at once if a statement cannot be sent, and ignores the errors of those before it.
 */
export function awaitAll<T extends readonly unknown[]>(
  statements: {
    [N in keyof T]: () => Promise<T[N]>
  },
): Promise<T> {
  const sent: Promise<unknown>[] = []
  try {
    for (const send of statements) sent.push(send())
  } catch (error) {
    for (const statement of sent) statement.catch(() => undefined)
    throw error
  }
  return settleAll(sent) as Promise<unknown> as Promise<T>
}

async function settleAll(sent: readonly Promise<unknown>[]) {
  await Promise.allSettled(sent)
  return Promise.all(sent)
}
