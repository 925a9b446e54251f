import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setupDataDir } from '#test/support/server-processes.ts'
import { type Connections, connectEmbedded } from './connection/connect.ts'
import { databasePath } from './connection/sqlite.ts'
import { migrate } from './migrate.ts'

const dataDir = setupDataDir()
let connections: Connections

beforeEach(() => {
  connections = connectEmbedded(dataDir())
})
afterEach(() => connections.close())

const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'kysely%'`.execute(
    connections.db,
  )
  return rows.map(({ name }) => name)
}

test('migrate rolls back a migration that fails and runs it again at the next start', async () => {
  // The first migration creates this table too, after some others.
  await sql`create table users (name text)`.execute(connections.db)
  await expect(migrate(connections.db)).rejects.toThrow('users')
  expect(await tables()).toEqual(['users'])

  await sql`drop table users`.execute(connections.db)
  await migrate(connections.db)

  expect(await tables()).toContain('claims')
})

test('triggers of SQLite also run in programs without the functions of this one', async () => {
  const { db } = connections
  await migrate(db)
  await sql`pragma foreign_keys = off`.execute(db)
  await sql`insert into places (id, layout_id, kind, label, category, position, retired) values ('A1', '1', 'seat', 'A1', 'Standard', 0, 0)`.execute(
    db,
  )
  await sql`insert into booking_places (booking_id, place_id, price) values ('1', 'A1', 150)`.execute(
    db,
  )

  const other = new DatabaseSync(databasePath(dataDir()))
  other.exec('pragma foreign_keys = off; delete from booking_places')
  other.close()

  const { rows } = await sql<{ void_at: number }>`select void_at from seat_passes`.execute(db)
  expect(rows).toHaveLength(1)
  expect(rows[0]?.void_at).toBeGreaterThan(Date.UTC(2020, 0))
})
