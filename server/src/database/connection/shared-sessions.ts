import { sql } from 'kysely'
import { isSqlite } from '../engine.ts'
import type { Db } from '../schema.ts'
import type { Database } from '../transaction.ts'

/** An error of PgBouncer with `pool_mode = statement`. */
const STATEMENT_POOLING = /statement pooling/

/**
 * Whether a pooler gives the server session of one connection to others between transactions (PgBouncer with `pool_mode = transaction`). They
 * would run each other's prepared statements.
 */
export async function sharesSessions(db: Database) {
  if (isSqlite(db)) return false
  return db.connection().execute(async (connection) => {
    const session = await sessionOf(connection)
    try {
      return await db.transaction().execute(async (other) => {
        const otherSession = await sessionOf(other)
        return otherSession === session || (await sessionOf(connection)) !== session
      })
    } catch (error) {
      if (error instanceof Error && STATEMENT_POOLING.test(error.message)) return true
      throw error
    }
  })
}

async function sessionOf(db: Db) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  return rows[0]?.pid
}
