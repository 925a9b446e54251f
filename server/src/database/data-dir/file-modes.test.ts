import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataDirError } from './data-dir.ts'
import { restrictToOwner } from './file-modes.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'marquee-modes-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const modeOf = (name = '') => (statSync(join(dataDir, name)).mode & 0o7777).toString(8)

function write(name: string, mode: number) {
  writeFileSync(join(dataDir, name), '')
  chmodSync(join(dataDir, name), mode)
}

test('restrictToOwner removes the permissions of other users from the directory and our files [S-152]', () => {
  chmodSync(dataDir, 0o777)
  write('secret', 0o644)
  write('marquee.db', 0o666)
  mkdirSync(join(dataDir, 'mail'))
  chmodSync(join(dataDir, 'mail'), 0o755)

  restrictToOwner(dataDir)

  expect([modeOf(), modeOf('secret'), modeOf('marquee.db'), modeOf('mail')]).toEqual([
    '700',
    '600',
    '600',
    '700',
  ])
})

test('restrictToOwner leaves private and unknown files unchanged', () => {
  write('secret', 0o400)
  write('notes.txt', 0o644)

  restrictToOwner(dataDir)

  expect([modeOf('secret'), modeOf('notes.txt')]).toEqual(['400', '644'])
})

test('restrictToOwner refuses a directory that several users share [S-152]', () => {
  chmodSync(dataDir, 0o1777)

  expect(() => restrictToOwner(dataDir)).toThrow(
    new DataDirError(
      74,
      `The data directory ${dataDir} is shared with other users. Use one of its own.`,
    ),
  )
  expect(modeOf()).toBe('1777')
})

/** The superuser may change the mode of every file; /proc refuses also that. */
test.skipIf(process.platform !== 'linux')(
  'restrictToOwner refuses a directory whose mode it cannot change [S-152]',
  () => {
    expect(() => restrictToOwner('/proc/self')).toThrow(
      /^Other users of this machine can access \/proc\/self, and its mode cannot be changed: /,
    )
  },
)
