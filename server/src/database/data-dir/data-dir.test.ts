import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setupDataDir } from '#test/support/server-processes.ts'
import { createDataDir, lockDataDir } from './data-dir.ts'

const dataDir = setupDataDir()

test('lockDataDir refuses a locked directory with 73, and locks it again after it was unlocked', () => {
  const unlock = lockDataDir(dataDir())

  expect(() => lockDataDir(dataDir())).toThrow(
    expect.objectContaining({ exitCode: 73, message: expect.stringContaining('Another process') }),
  )
  unlock()
  lockDataDir(dataDir())()
})

test.each([
  ['the directory is a file', '', 'a-file'],
  ['the lock is another file', 'server.lock', ''],
])('lockDataDir ends with 74 when %s', (_, fileInDataDir, dataDirName) => {
  writeFileSync(join(dataDir(), fileInDataDir || dataDirName), 'not a database'.repeat(400))

  expect(() => lockDataDir(join(dataDir(), dataDirName))).toThrow(
    expect.objectContaining({
      exitCode: 74,
      message: expect.stringContaining(fileInDataDir || dataDirName),
    }),
  )
})

test('createDataDir refuses a file with 74', () => {
  const path = join(dataDir(), 'a-file')
  writeFileSync(path, '')

  expect(() => createDataDir(path)).toThrow(
    expect.objectContaining({ exitCode: 74, message: expect.stringContaining(path) }),
  )
})
