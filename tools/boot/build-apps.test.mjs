import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runWhenChanged, sourceHash } from './build-apps.mjs'

let root
let hashFile
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-web-'))
  hashFile = join(root, 'deep', 'hash')
  for (const path of ['tsconfig.base.json', 'package-lock.json']) write(path, '{}')
  write('web/src/app/main.tsx', 'one')
  write('contract/src/seats.ts', 'one')
  write('ui-kit/src/api.ts', 'one')
  write('office/src/app/main.tsx', 'one')
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

test.each([
  ['web/src/app/main.tsx', true],
  ['contract/src/seats.ts', true],
  ['ui-kit/src/api.ts', true],
  ['office/src/app/main.tsx', false],
  ['package-lock.json', true],
  ['web/src/app/new-file.tsx', true],
  ['web/dist/index.html', false],
  ['web/ssr/dist/render.js', false],
  ['web/node_modules/a.js', false],
  ['web/src/app/main.test.tsx', false],
])('sourceHash of web after a change of %s is different: %s', (path, different) => {
  const before = sourceHash('web', root)
  write(path, 'two')
  expect(sourceHash('web', root) !== before).toBe(different)
})

test('runWhenChanged runs the work once per hash', async () => {
  const work = vi.fn(async () => 0)

  for (const hash of ['one', 'one', 'two']) await runWhenChanged(hashFile, hash, work)

  expect(work).toHaveBeenCalledTimes(2)
})

test('runWhenChanged returns the exit code of failed work and runs it again', async () => {
  const work = vi.fn().mockResolvedValueOnce(3).mockResolvedValueOnce(0)

  expect(await runWhenChanged(hashFile, 'one', work)).toBe(3)
  expect(await runWhenChanged(hashFile, 'one', work)).toBe(0)
  expect(work).toHaveBeenCalledTimes(2)
})

test('runWhenChanged removes the hash file while the work runs', async () => {
  await runWhenChanged(hashFile, 'one', async () => 0)

  await runWhenChanged(hashFile, 'two', async () => (existsSync(hashFile) ? 1 : 0))

  expect(existsSync(hashFile)).toBe(true)
})
