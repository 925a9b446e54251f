import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { createDataDir } from './server-process.ts'
import { createPostgresDatabase } from './test-postgres.ts'

export interface DatabaseEnvironment {
  environment: Record<string, string>
  /** Runs statements on the database beside the server. */
  execute: (statements: { sqlite: string[]; postgres: string[] }) => Promise<void>
  remove: () => Promise<void>
}

/** Settings for a server process on an empty database of each kind. */
export function databaseEnvironments(): [name: string, make: () => Promise<DatabaseEnvironment>][] {
  const server = process.env.TEST_DATABASE_URL
  return [['SQLite', onSqlite], ...(server ? [onServer(server)] : [])]
}

const onServer = (server: string): [string, () => Promise<DatabaseEnvironment>] => [
  'PostgreSQL',
  () => onPostgres(server),
]

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
    execute: async ({ postgres }) => {
      const pool = new pg.Pool({ connectionString: database.url, max: 1 })
      const outside = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
      for (const statement of postgres) await sql.raw(statement).execute(outside)
      await outside.destroy()
    },
    remove: async () => {
      await database.drop()
      data.remove()
    },
  }
}
