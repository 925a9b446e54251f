import pg from 'pg'
import { createPostgresKysely, openPool } from '../../src/database/postgres.ts'

/** Creates a database on a PostgreSQL server. */
export async function createPostgresDatabase(server: string) {
  const name = `marquee_test_${crypto.randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${name}`
  await execute(server, `create database ${name}`)
  const drop = () => execute(server, `drop database ${name} with (force)`)
  return { url: url.href, drop }
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
