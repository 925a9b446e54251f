import { type Config, ConfigError } from './config/config.ts'
import { type Connections, connectEmbedded } from './database/connection/connect.ts'
import { sharesSessions } from './database/connection/shared-sessions.ts'
import { createDataDir, lockDataDir } from './database/data-dir/data-dir.ts'
import { restrictToOwner } from './database/data-dir/file-modes.ts'
import { assertDatabaseNotLost } from './database/data-dir/lost-database.ts'
import { assertWritableServer } from './database/health/readiness.ts'
import { migrate } from './database/migrate.ts'
import type { Log } from './platform/log.ts'

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
  const { connectPostgres } = await import('./database/connection/connect-postgres.ts')
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
