import { sql } from 'kysely'
import { isPipelined } from '../connection/pipelined-connection.ts'
import { isSqlite } from '../engine.ts'
import { type StorageProblem, storageProblemOf } from '../error-kinds.ts'
import type { Db } from '../schema.ts'
import { awaitAll, type Database, inTransaction } from '../transaction.ts'

const COMMIT_TIMEOUT_MS = 2000
const EXPLAIN_TIMEOUT_MS = 500
/** All requests of this time share one check. */
const CHECK_EVERY_MS = 1000

/** Why bookings are impossible. `standby-away`: commits wait for a synchronous standby. */
export type DatabaseProblem = StorageProblem | 'standby-away' | 'unavailable'

interface Dependencies {
  db: Database
  reader: Database
  monotonicNow: () => number
}

/** Returns a function that commits a durable row, at most once a second, and returns the problem or null. */
export function createReadinessCheck({ db, reader, monotonicNow }: Dependencies) {
  let latest:
    | { startedAt: number; isDone: boolean; problem: Promise<DatabaseProblem | null> }
    | undefined

  function start() {
    const problem = findProblem(db, reader).finally(() => {
      check.isDone = true
    })
    const check = { startedAt: monotonicNow(), isDone: false, problem }
    return check
  }

  return () => {
    const isOld = latest?.isDone && monotonicNow() - latest.startedAt >= CHECK_EVERY_MS
    if (!latest || isOld) latest = start()
    return latest.problem
  }
}

async function findProblem(db: Database, reader: Database): Promise<DatabaseProblem | null> {
  try {
    await inTransaction(db, { durable: true, timeoutMs: COMMIT_TIMEOUT_MS }, writeRow)
    return isPipelined(db) ? db.writes.recentProblem() : null
  } catch (error) {
    const problem = storageProblemOf(error)
    if (problem) return problem
    return (await isAnyCommitWaiting(reader)) ? 'standby-away' : 'unavailable'
  }
}

/** Uses up a value that no other check has, so that no check waits for a lock of another one. The row is deleted again. */
function writeRow(tx: Db) {
  const id = crypto.randomUUID()
  return awaitAll([
    () => sql`insert into used_nonces (hash, expires_at) values (${id}, 0)`.execute(tx),
    () => sql`delete from used_nonces where hash = ${id}`.execute(tx),
  ])
}

/** Whether a commit of this database waits for a synchronous standby. Returns false if the server does not respond. */
async function isAnyCommitWaiting(reader: Database) {
  if (isSqlite(reader)) return false
  const count = sql<{ n: number }>`
    select count(*) as n from pg_stat_activity
     where wait_event = 'SyncRep' and datname = current_database()`.execute(reader)
  const none = Promise.withResolvers<{ rows: { n: number }[] }>()
  const timer = setTimeout(() => none.resolve({ rows: [] }), EXPLAIN_TIMEOUT_MS)
  const { rows } = await Promise.race([count, none.promise]).catch(() => ({ rows: [] }))
  clearTimeout(timer)
  return Number(rows[0]?.n) > 0
}

/** Throws if PostgreSQL accepts no writes at all, so that a node does not start on a standby. */
export async function assertWritableServer(db: Database) {
  if (isSqlite(db)) return
  const { rows } = await sql<{ is_standby: boolean; is_read_only: boolean }>`
    select pg_is_in_recovery() as is_standby,
           current_setting('transaction_read_only') = 'on' as is_read_only`.execute(db)
  const [server] = rows
  if (server?.is_standby) throw readOnlyError('it is a standby server')
  if (server?.is_read_only) throw readOnlyError('it is read-only')
}

const readOnlyError = (message: string) => Object.assign(new Error(message), { code: '25006' })
