import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Connections, connectEmbedded } from './connect.ts'
import { migrate } from './migrate.ts'

let dataDir: string
let connections: Connections

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-migrate-'))
  connections = connectEmbedded(dataDir)
})
afterEach(async () => {
  await connections.close()
  rmSync(dataDir, { recursive: true })
})

const tables = async () => {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'kysely%'`.execute(
    connections.db,
  )
  return rows.map(({ name }) => name)
}

test('a migration that cannot finish leaves nothing half made', async () => {
  // The heart makes this one halfway through.
  await sql`create table users (name text)`.execute(connections.db)

  await expect(migrate(connections.db)).rejects.toThrow('users')

  expect(await tables()).toEqual(['users'])
})

test('one that was stopped begins again at the next start', async () => {
  await sql`create table users (name text)`.execute(connections.db)
  await expect(migrate(connections.db)).rejects.toThrow('users')
  await sql`drop table users`.execute(connections.db)

  await migrate(connections.db)

  expect(await tables()).toContain('claims')
})
