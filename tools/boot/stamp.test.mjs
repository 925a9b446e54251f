import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hashOf, unlessDone } from './stamp.mjs'

let folder
let stamp

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marquee-stamp-'))
  stamp = join(folder, 'deep', 'stamp')
})

afterEach(() => rmSync(folder, { recursive: true }))

test('work is done once for the same hash', async () => {
  const work = vi.fn(async () => 0)

  await unlessDone(stamp, 'one', work)
  await unlessDone(stamp, 'one', work)

  expect(work).toHaveBeenCalledTimes(1)
})

test('a changed hash does the work again', async () => {
  const work = vi.fn(async () => 0)

  await unlessDone(stamp, 'one', work)
  await unlessDone(stamp, 'two', work)

  expect(work).toHaveBeenCalledTimes(2)
})

test('work that failed gives its exit code and is done again', async () => {
  const work = vi.fn().mockResolvedValueOnce(3).mockResolvedValueOnce(0)

  expect(await unlessDone(stamp, 'one', work)).toBe(3)
  expect(await unlessDone(stamp, 'one', work)).toBe(0)
  expect(work).toHaveBeenCalledTimes(2)
})

test('while the work runs there is no stamp to be believed', async () => {
  await unlessDone(stamp, 'one', async () => 0)

  await unlessDone(stamp, 'two', async () => {
    expect(existsSync(stamp)).toBe(false)
    return 0
  })

  expect.assertions(1)
})

test('a hash tells where one part ends and the next begins', () => {
  expect(hashOf(['ab', 'c'])).not.toBe(hashOf(['a', 'bc']))
})
