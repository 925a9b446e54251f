import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { sessionSecret } from './secret.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const secretIn = (directory: string) => sessionSecret(readConfig({ DATA_DIR: directory }))

test('a configured secret is used as it is and written nowhere', async () => {
  const SESSION_SECRET = 's'.repeat(32)

  expect(await sessionSecret(readConfig({ DATA_DIR: dataDir, SESSION_SECRET }))).toBe(
    SESSION_SECRET,
  )
  expect(await readdir(dataDir)).toEqual([])
})

test('a secret is made once, for its owner alone, and stays', async () => {
  const made = await secretIn(join(dataDir, 'new'))

  const path = join(dataDir, 'new', 'secret')
  expect(made).toHaveLength(43)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await secretIn(join(dataDir, 'new'))).toBe(made)
  expect(await readdir(join(dataDir, 'new'))).toEqual(['secret'])
})

test('of several who make it at once all get the same', async () => {
  for (let round = 0; round < 20; round++) {
    const directory = join(dataDir, String(round))
    const made = await Promise.all(Array.from({ length: 8 }, () => secretIn(directory)))

    expect(new Set(made).size).toBe(1)
    expect(await readdir(directory)).toEqual(['secret'])
  }
})

test('a damaged secret stops the start and is not written over', async () => {
  await writeFile(join(dataDir, 'secret'), 'half')

  await expect(secretIn(dataDir)).rejects.toMatchObject({ exitCode: 74 })
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('half')
})
