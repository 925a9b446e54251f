import { userInfo } from 'node:os'
import pg from 'pg'
import { type Connections, connectEmbedded } from '../../src/database/connection/connect.ts'
import {
  connectPostgres,
  createPostgresKysely,
  openPool,
} from '../../src/database/connection/postgres.ts'

/** The server of the soak test and the benchmark. The driver takes no name from the system, and the environment may have none. */
export const testPostgresUrl = () =>
  process.env.TEST_DATABASE_URL ??
  `postgres://${encodeURIComponent(process.env.PGUSER ?? userInfo().username)}@127.0.0.1:5432/postgres`

/** Creates a database on a PostgreSQL server. In a test run it is a copy of the template (database-templates.ts), otherwise empty. */
export const createPostgresDatabase = (server: string) =>
  createDatabase(server, process.env.TEST_POSTGRES_TEMPLATE)

/** Creates a database without tables on a PostgreSQL server. */
export const createEmptyPostgresDatabase = (server: string) => createDatabase(server)

async function createDatabase(server: string, template?: string) {
  const name = `marquee_test_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  const from = template ? ` template ${template} strategy wal_log` : ''
  await execute(server, `create database ${name}${from}`)
  const drop = () => execute(server, `drop database ${name} with (force)`)
  return { url: url.href, name, drop }
}

/** Connects to a new, empty database, which closing the connections drops. */
export async function connectNewPostgres(server: string): Promise<Connections> {
  const database = await createEmptyPostgresDatabase(server)
  const connections = connectPostgres(database.url, () => undefined)
  const close = async () => {
    await connections.close()
    await database.drop()
  }
  return { ...connections, close }
}

/** Databases without tables: SQLite in the data directory, and PostgreSQL if the tests have a server. */
export function emptyDatabases(dataDir: () => string): [string, () => Promise<Connections>][] {
  const server = process.env.TEST_DATABASE_URL
  const databases: [string, () => Promise<Connections>][] = [
    ['SQLite', async () => connectEmbedded(dataDir())],
  ]
  if (server) databases.push(['PostgreSQL', () => connectNewPostgres(server)])
  return databases
}

/** Opens a query builder with one connection. */
export const connectToDatabase = (url: string) =>
  createPostgresKysely(openPool(url, { onConnectionError: () => undefined, maxConnections: 1 }))

/** Runs statements on one connection of its own. */
export async function execute(url: string, ...statements: string[]) {
  const client = new pg.Client(url)
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}
