import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { assertDatabaseNotLost } from '#src/startup/open-database.ts'
import { createCinemaDirectory } from '#test/support/cinema-directory.ts'
import { startExpectingExit } from '#test/support/server-process.ts'
import { setupDataDir } from '#test/support/server-processes.ts'
import { connectEmbedded } from '../connection/connect.ts'
import { migrate } from '../migrate.ts'

const dataDir = setupDataDir()
const inDataDir = (name: string) => join(dataDir(), name)
const database = () => inDataDir('marquee.db')
const listFiles = () => readdirSync(dataDir()).filter((name) => name !== 'server.lock')

function removeDatabase() {
  for (const name of listFiles()) if (name.startsWith('marquee.db')) rmSync(inDataDir(name))
}
function replaceByEmptyTables() {
  removeDatabase()
  using other = new DatabaseSync(database())
  other.exec('create table notes (text)')
}

function expectRefused() {
  const before = listFiles()
  expect(() => assertDatabaseNotLost(dataDir())).toThrow(
    expect.objectContaining({
      exitCode: 74,
      message: expect.stringMatching(/no database: .*marquee restore/),
    }),
  )
  expect(listFiles()).toEqual(before)
}

test('server refuses its data directory with 74 when marquee.db is removed, and leaves the other files', async () => {
  await createCinemaDirectory(dataDir())
  removeDatabase()
  const before = listFiles()

  const { code, output } = await startExpectingExit({ DATA_DIR: dataDir() })

  expect(code).toBe(74)
  expect(output).toContain('marquee restore')
  expect(output).not.toContain('    at ')
  expect(listFiles()).toEqual(before)
})

test.each([
  ['removed', removeDatabase],
  ['emptied', () => truncateSync(database())],
  ['replaced by a database without our tables', replaceByEmptyTables],
])('assertDatabaseNotLost throws when marquee.db is %s', async (_, lose) => {
  await createCinemaDirectory(dataDir())
  assertDatabaseNotLost(dataDir())
  lose()

  expectRefused()
})

test.each([
  ['mails', () => mkdirSync(inDataDir('mail')), 'mail/1.eml'],
  ['a WAL', () => undefined, 'marquee.db-wal'],
])(
  'assertDatabaseNotLost throws for a data directory that contains only %s',
  (_, prepare, name) => {
    prepare()
    writeFileSync(inDataDir(name), 'text')

    expectRefused()
  },
)

test('assertDatabaseNotLost accepts a data directory that an interrupted first start left, and it can be migrated', async () => {
  const draft = new DatabaseSync(database())
  draft.exec('pragma journal_mode = wal; create table users (name text); drop table users')
  draft.close()

  assertDatabaseNotLost(dataDir())

  const { db, close } = connectEmbedded(dataDir())
  await migrate(db)
  await close()
})
