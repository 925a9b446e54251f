import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { setupDataDir } from '#test/support/server-processes.ts'
import { readConfig } from './config.ts'
import { loadSessionSecret } from './session-secret.ts'

const dataDir = setupDataDir()
const load = (directory: string) => loadSessionSecret(readConfig({ DATA_DIR: directory }))

test('loadSessionSecret returns a configured secret and writes no file', async () => {
  const SESSION_SECRET = 's'.repeat(32)

  expect(await loadSessionSecret(readConfig({ DATA_DIR: dataDir(), SESSION_SECRET }))).toBe(
    SESSION_SECRET,
  )
  expect(await readdir(dataDir())).toEqual([])
})

test('loadSessionSecret called concurrently or later returns the one secret that it has created', async () => {
  for (let round = 0; round < 20; round++) {
    const directory = join(dataDir(), String(round))
    const made = await Promise.all(Array.from({ length: 8 }, () => load(directory)))

    expect(made[0]).toHaveLength(43)
    expect(new Set([...made, await load(directory)]).size).toBe(1)
    expect(await readdir(directory)).toEqual(['secret'])
    expect((await stat(join(directory, 'secret'))).mode & 0o777).toBe(0o600)
  }
})

test('loadSessionSecret with a damaged file throws and keeps the file', async () => {
  await writeFile(join(dataDir(), 'secret'), 'half')

  await expect(load(dataDir())).rejects.toMatchObject({ exitCode: 74 })
  expect(await readFile(join(dataDir(), 'secret'), 'utf8')).toBe('half')
})
