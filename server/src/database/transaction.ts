import { type Kysely, sql } from 'kysely'
import { isSqlite } from './engine.ts'
import { linesOf, type PipelinedConnection } from './pipelined-connection.ts'
import type { Db, Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** How many batches of one process are worth writing at the same time: PostgreSQL reads for one while it writes another. */
export const maxConcurrentWriters = (db: Db) => (isSqlite(db) ? 1 : 2)

/** `withCommit` adds a statement that is sent together with the commit. All is rolled back if it fails. */
type Work<T> = (tx: Db, withCommit: (statement: Promise<unknown>) => void) => Promise<T>

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
  { db: connection, hangUp }: Pick<PipelinedConnection, 'db'> & Partial<PipelinedConnection>,
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

/** Throws if the database does not take writes now. */
export const takesWrites = (db: Kysely<Schema>) =>
  inTransaction(db, { durable: false }, (tx) =>
    sql`update screens set name = name where false`.execute(tx),
  )
