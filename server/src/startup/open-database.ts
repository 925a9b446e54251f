import { join } from 'node:path'
import { type Config, ConfigError } from '../config/config.ts'
import { type Connections, connectEmbedded } from '../database/connection/connect.ts'
import { sharesSessions } from '../database/connection/shared-sessions.ts'
import { databasePath } from '../database/connection/sqlite.ts'
import { createDataDir, DataDirError, lockDataDir } from '../database/data-dir/data-dir.ts'
import { hasContent, inspectDatabaseFile } from '../database/data-dir/database-file.ts'
import { restrictToOwner } from '../database/data-dir/file-modes.ts'
import { assertWritableServer } from '../database/health/readiness.ts'
import { migrate } from '../database/migrate.ts'
import type { Log } from '../platform/log.ts'

/** Locks the data directory, connects to the database and migrates it. `resources` closes both. */
export async function openDatabase(config: Config, log: Log, resources: AsyncDisposableStack) {
  // With PostgreSQL the directory contains only mail, and several nodes may share it.
  if (config.databaseUrl) createDataDir(config.dataDir)
  else resources.defer(lockDataDir(config.dataDir))
  for (const path of restrictToOwner(config.dataDir))
    log.warn({ path }, 'file was open to other users')
  const connections = await connect(config, log)
  resources.defer(connections.close)
  await assertUsableServer(connections)
  await migrate(connections.db, { onWait: (reason) => log.warn({ reason }, 'migrations wait') })
  return connections
}

async function connect({ databaseUrl, dataDir }: Config, log: Log): Promise<Connections> {
  if (!databaseUrl) {
    assertDatabaseNotLost(dataDir)
    return connectEmbedded(dataDir)
  }
  const { connectPostgres } = await import('../database/connection/postgres.ts')
  return connectPostgres(databaseUrl, (error) =>
    log.warn({ err: error }, 'database connection lost'),
  )
}

async function assertUsableServer({ db }: Pick<Connections, 'db'>) {
  if (await sharesSessions(db)) {
    throw new ConfigError([
      'DATABASE_URL: the connection pooler shares server sessions between clients. PgBouncer needs pool_mode = session (docs/operations.md)',
    ])
  }
  await assertWritableServer(db)
}

/** Files that a server writes only after its first start has created the database. */
const LATER_FILES = ['secret', 'ticket-key', 'mail']

/**
 * Refuses a data directory that was used before and whose database is missing or empty. A new database there would offer sold seats again.
 * Throws `DataDirError`.
 */
export function assertDatabaseNotLost(dataDir: string) {
  if (hasMigratedDatabase(dataDir)) return
  const found = LATER_FILES.find((name) => hasContent(join(dataDir, name)))
  const wal = `${databasePath(dataDir)}-wal`
  if (!found && (hasContent(databasePath(dataDir)) || !hasContent(wal))) return
  throw new DataDirError(
    74,
    `The data directory ${dataDir} contains ${found ?? 'marquee.db-wal'} but no database: marquee.db is missing or empty. ` +
      'Find the file, or restore a backup into a new directory (marquee restore) and set DATA_DIR to it. ' +
      'For a new cinema, set DATA_DIR to an empty directory.',
  )
}

function hasMigratedDatabase(dataDir: string) {
  const path = databasePath(dataDir)
  // SQLite would delete the WAL of an empty file.
  return hasContent(path) && inspectDatabaseFile(path).migrations !== null
}
