import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { loadSessionSecret } from './session-secret.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'marquee-secret-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const load = (directory: string) => loadSessionSecret(readConfig({ DATA_DIR: directory }))

test('loadSessionSecret returns a configured secret and writes no file', async () => {
  const SESSION_SECRET = 's'.repeat(32)

  expect(await loadSessionSecret(readConfig({ DATA_DIR: dataDir, SESSION_SECRET }))).toBe(
    SESSION_SECRET,
  )
  expect(await readdir(dataDir)).toEqual([])
})

test('loadSessionSecret creates a secret once, in a file that only its owner can read', async () => {
  const made = await load(join(dataDir, 'new'))

  const path = join(dataDir, 'new', 'secret')
  expect(made).toHaveLength(43)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await load(join(dataDir, 'new'))).toBe(made)
  expect(await readdir(join(dataDir, 'new'))).toEqual(['secret'])
})

test('loadSessionSecret called concurrently returns the same secret', async () => {
  for (let round = 0; round < 20; round++) {
    const directory = join(dataDir, String(round))
    const made = await Promise.all(Array.from({ length: 8 }, () => load(directory)))

    expect(new Set(made).size).toBe(1)
    expect(await readdir(directory)).toEqual(['secret'])
  }
})

test('loadSessionSecret with a damaged file throws and keeps the file', async () => {
  await writeFile(join(dataDir, 'secret'), 'half')

  await expect(load(dataDir)).rejects.toMatchObject({ exitCode: 74 })
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('half')
})
