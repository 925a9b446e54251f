import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { findFreePort, startExpectingExit } from '#test/support/server-process.ts'
import { setupServerProcesses } from '#test/support/server-processes.ts'

const server = setupServerProcesses()
const inDataDir = (name: string) => join(server.dataDir, name)
const database = () => inDataDir('marquee.db')

function removeDatabase() {
  for (const name of readdirSync(server.dataDir)) {
    if (name.startsWith('marquee.db')) rmSync(inDataDir(name))
  }
}
function replaceByEmptyTables() {
  removeDatabase()
  using other = new DatabaseSync(database())
  other.exec('create table notes (text)')
}

async function expectRefused() {
  const list = () => readdirSync(server.dataDir).filter((name) => name !== 'server.lock')
  const before = list()
  const { code, output } = await startExpectingExit({
    DATA_DIR: server.dataDir,
    PORT: String(await findFreePort()),
  })
  expect(code).toBe(74)
  expect(output).toContain('no database')
  expect(output).toContain('npm run restore')
  expect(output).not.toContain('    at ')
  expect(list()).toEqual(before)
}

test.each([
  ['removed', removeDatabase],
  ['emptied', () => truncateSync(database())],
  ['replaced by a database without our tables', replaceByEmptyTables],
])('server refuses its data directory with 74 when marquee.db is %s', async (_, lose) => {
  const first = await server.start()
  await first.kill('SIGTERM')
  lose()

  await expectRefused()
})

test.each([
  ['mails', () => mkdirSync(inDataDir('mail')), 'mail/1.eml'],
  ['a WAL', () => undefined, 'marquee.db-wal'],
])('server refuses a data directory that contains only %s with 74', async (_, prepare, name) => {
  prepare()
  writeFileSync(inDataDir(name), 'text')

  await expectRefused()
})

test('server starts in a data directory that an interrupted first start left', async () => {
  using draft = new DatabaseSync(database())
  draft.exec('pragma journal_mode = wal; create table users (name text); drop table users')
  draft.close()

  const { url } = await server.start()

  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})
