import { DatabaseSync } from 'node:sqlite'
import { createDataDir } from './server-process.ts'
import { createPostgresDatabase, execute } from './test-postgres.ts'

export interface DatabaseEnvironment {
  environment: Record<string, string>
  /** Runs statements on the database beside the server. */
  execute: (statements: { sqlite: string[]; postgres: string[] }) => Promise<void>
  remove: () => Promise<void>
}

/** Settings for a server process on an empty database of each kind. */
export function databaseEnvironments(): [name: string, make: () => Promise<DatabaseEnvironment>][] {
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
