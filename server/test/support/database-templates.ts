import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { connectEmbedded } from '../../src/database/connection/connect.ts'
import { connectPostgres } from '../../src/database/connection/postgres.ts'
import { databasePath } from '../../src/database/connection/sqlite.ts'
import { migrate } from '../../src/database/migrate.ts'
import type { Schema } from '../../src/database/schema.ts'
import { createDataDir } from './server-process.ts'
import { createEmptyPostgresDatabase } from './test-postgres.ts'

/**
 * Creates a migrated database of each kind once for a test run. A test copies it: 7 instead of 114 ms on SQLite, 192
 * instead of 322 ms on PostgreSQL with its end. Vitest calls it before all tests, and the returned function after them.
 */
export async function setup() {
  const removeSqlite = await createSqliteTemplate()
  const removePostgres = await createPostgresTemplate()
  return async () => {
    removeSqlite()
    await removePostgres()
  }
}

async function createSqliteTemplate() {
  const { dataDir, remove } = createDataDir()
  const { db, close } = connectEmbedded(dataDir)
  await migrate(db)
  const template = join(dataDir, 'template.db')
  // One file, without a write-ahead log beside it.
  await sql`vacuum into ${template}`.execute(db)
  await close()
  process.env.TEST_SQLITE_TEMPLATE = template
  return remove
}

/** Puts a migrated database into an empty data directory. */
export const copySqliteTemplate = (dataDir: string) =>
  copyFileSync(process.env.TEST_SQLITE_TEMPLATE ?? '', databasePath(dataDir))

async function createPostgresTemplate() {
  const server = process.env.TEST_DATABASE_URL
  if (!server) return async () => undefined
  const { url, name, drop } = await createEmptyPostgresDatabase(server)
  const { db, close } = connectPostgres(url, () => undefined)
  await migrate(db)
  const offset = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0)
  const systemNow = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
  await setPostgresClock(db, sql`${systemNow} + ${sql.lit(offset)}`)
  await close()
  process.env.TEST_POSTGRES_TEMPLATE = name
  return drop
}

/** Replaces the clock of a PostgreSQL database by an expression in epoch milliseconds. */
export async function setPostgresClock(db: Kysely<Schema>, now: RawBuilder<unknown>) {
  const { sql: body } = sql`select (${now})::bigint`.compile(db)
  await sql`
    create or replace function clock_ms() returns bigint language sql volatile as
    ${sql.lit(body)}`.execute(db)
}
