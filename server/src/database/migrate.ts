import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import * as initial from '#migrations/001-initial.ts'
import { SESSION_SETTINGS } from './connection/session-settings.ts'
import { DataDirError } from './data-dir/data-dir.ts'
import { isSqlite } from './engine.ts'
import { isLockTimeout } from './error-kinds.ts'
import { liftTimeLimits } from './locks.ts'
import type { Db } from './schema.ts'
import type { Database } from './transaction.ts'

interface Migration {
  up: (db: Db) => Promise<void>
}

/**
 * All migrations by the names that databases record. A name that ends with `-additive` promises that earlier versions can work with the new
 * schema: the migration only adds what they need not know.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '001-initial': initial,
}

/** The first migration of databases that were made before version 1.0.0. */
const FIRST_BEFORE_1_0_0 = '001-the-heart'

const isAdditive = (name: string) => name.endsWith('-additive')

/** Returns why this version cannot use a database with these migrations, or undefined. */
export function findVersionProblem(applied: readonly string[], known = MIGRATIONS) {
  if (applied.includes(FIRST_BEFORE_1_0_0))
    return 'it was made by a version before 1.0.0, which this version cannot read; it is unchanged'
  const unknown = applied.filter((name) => !Object.hasOwn(known, name) && !isAdditive(name))
  if (unknown.length === 0) return undefined
  return `it belongs to a later version with the migrations ${unknown.join(', ')}`
}

/** Returns the names of the applied migrations. Throws `DataDirError` (74) if this version cannot use the database. */
export async function assertSupported(db: Database, known = MIGRATIONS) {
  const applied = await readAppliedMigrations(db)
  const problem = findVersionProblem(applied, known)
  if (problem) throw new DataDirError(74, `The database cannot be used: ${problem}`)
  return applied
}

/** The names of the applied migrations, the oldest first. */
export async function readAppliedMigrations(db: Database) {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

interface MigrateOptions {
  migrations?: Record<string, Migration>
  /** Called each second while another session holds a lock. */
  onWait?: (reason: string) => void
}

const RETRY_MS = 1000

/**
 * Applies the missing migrations, without a time limit. Several servers may call it at once: one migrates, the others wait. Throws an error that
 * names the failed migration. Accepts a database of a later version whose further migrations are additive. Throws `DataDirError` (74) for
 * other databases of later versions, and for those made before 1.0.0.
 */
export async function migrate(
  db: Database,
  { migrations = MIGRATIONS, onWait = () => undefined }: MigrateOptions = {},
) {
  await db.connection().execute(async (connection) => {
    await beginMigrations(connection)
    try {
      while (!(await tryLockMigrations(connection))) {
        onWait('another node migrates the database')
        await pause(RETRY_MS)
      }
      while (!(await tryMigrate(connection, migrations))) {
        onWait('another session locks a table')
        await pause(RETRY_MS)
      }
    } finally {
      // A lost connection has lost its locks and settings too.
      await endMigrations(connection).catch(() => undefined)
    }
  })
}

/** Lifts the time limits of a connection. A statement that waits for a table stops all that come after it, so it gives up soon. */
async function beginMigrations(db: Db) {
  if (isSqlite(db)) return
  await liftTimeLimits(db)
  await sql`set lock_timeout = '2s'`.execute(db)
}

/** Lets one node at a time migrate the database. */
async function tryLockMigrations(db: Db) {
  if (isSqlite(db)) return true
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(hashtextextended('migrations', 0)) as locked`.execute(db)
  return rows[0]?.locked
}

/** Restores the connection for other work. */
async function endMigrations(db: Db) {
  if (isSqlite(db)) return
  await sql`select pg_advisory_unlock_all()`.execute(db)
  await sql`reset lock_timeout`.execute(db)
  await sql.raw(SESSION_SETTINGS).execute(db)
}

/** Returns false if another session locks a table for too long. All is rolled back then. */
async function tryMigrate(db: Database, migrations: Record<string, Migration>) {
  const applied = await assertSupported(db, migrations)
  // Kysely refuses applied migrations that it is not given.
  const known = Object.fromEntries(applied.map((name) => [name, { up: async () => undefined }]))
  const provider = { getMigrations: async () => ({ ...known, ...migrations }) }
  const { error, results } = await new Migrator({ db, provider }).migrateToLatest()
  if (isLockTimeout(error)) return false
  if (!error) return true
  const failed = results?.find(({ status }) => status === 'Error')
  throw failed ? migrationError(failed.migrationName, error) : error
}

/** Keeps the error code of the driver. */
function migrationError(name: string, error: unknown) {
  const cause = error instanceof Error ? error : new Error(String(error))
  const message = `migration ${name} failed: ${cause.message}`
  return Object.assign(new Error(message, { cause }), { ...cause })
}
