import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sourceHash } from './web.mjs'

let root

function write(path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-web-'))
  for (const path of ['tsconfig.base.json', 'package-lock.json']) write(path, '{}')
  write('web/src/app/main.tsx', 'one')
  write('contract/src/seats.ts', 'one')
})

afterEach(() => rmSync(root, { recursive: true }))

test.each(['web/src/app/main.tsx', 'contract/src/seats.ts', 'package-lock.json'])(
  'a change of %s asks for a new build',
  (path) => {
    const before = sourceHash(root)
    write(path, 'two')
    expect(sourceHash(root)).not.toBe(before)
  },
)

test.each(['web/dist/index.html', 'web/node_modules/a.js', 'web/src/app/main.test.tsx'])(
  'a change of %s does not',
  (path) => {
    const before = sourceHash(root)
    write(path, 'two')
    expect(sourceHash(root)).toBe(before)
  },
)

test('a renamed file asks for a new build', () => {
  const before = sourceHash(root)
  rmSync(join(root, 'web/src/app/main.tsx'))
  write('web/src/app/other.tsx', 'one')
  expect(sourceHash(root)).not.toBe(before)
})
