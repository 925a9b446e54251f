import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe } from 'vitest'
import { createDataDir, type RunningServer, startServer } from './server-process.ts'
import { createPostgresDatabase, execute } from './test-postgres.ts'

interface DatabaseEnvironment {
  environment: Record<string, string>
  /** Runs statements on the database beside the server. */
  execute: (statements: { sqlite: string[]; postgres: string[] }) => Promise<void>
  remove: () => Promise<void>
}

interface Served {
  server: RunningServer
  database: DatabaseEnvironment
  /** Starts the server again, on its port, after it was killed. */
  restart: () => Promise<void>
}

/** Runs a block of tests with a server process on an empty database of each kind. */
export function describeServers(
  name: string,
  environment: Record<string, string>,
  tests: (served: () => Served, kind: string) => void,
) {
  describe.each(databaseEnvironments())(`${name} (%s)`, (kind, make) => {
    let served: Served
    beforeEach(async () => {
      const database = await make()
      const settings = { ...environment, ...database.environment }
      const server = await startServer(settings)
      const restart = async () => {
        served.server = await startServer({ ...settings, PORT: String(server.port) })
      }
      served = { server, database, restart }
    })
    afterEach(async () => {
      await served.server.kill('SIGKILL')
      await served.database.remove()
    })
    tests(() => served, kind)
  })
}

/** Settings for a server process on an empty database of each kind. */
function databaseEnvironments(): [name: string, make: () => Promise<DatabaseEnvironment>][] {
  const server = process.env.TEST_DATABASE_URL
  const sqlite: [string, typeof onSqlite] = ['SQLite', onSqlite]
  return server ? [sqlite, ['PostgreSQL', () => onPostgres(server)]] : [sqlite]
}

async function onSqlite(): Promise<DatabaseEnvironment> {
  const data = createDataDir()
  return {
    environment: { DATA_DIR: data.dataDir },
    execute: async ({ sqlite }) => {
      const database = new DatabaseSync(`${data.dataDir}/marquee.db`, { timeout: 5000 })
      for (const statement of sqlite) database.exec(statement)
      database.close()
    },
    remove: async () => data.remove(),
  }
}

async function onPostgres(server: string): Promise<DatabaseEnvironment> {
  const data = createDataDir()
  const database = await createPostgresDatabase(server)
  return {
    environment: {
      DATA_DIR: data.dataDir,
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret that only tests use, long enough',
    },
    execute: ({ postgres }) => execute(database.url, ...postgres),
    remove: async () => {
      await database.drop()
      data.remove()
    },
  }
}
