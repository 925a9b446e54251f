import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { arePackagesInstalled } from './packages.mjs'

const ZOD = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' } }
const PG = { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-pg' } }
const OTHER_PLATFORM = { 'node_modules/other': { version: '1.0.0', optional: true } }

let root
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-packages-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path, packages) => writeFileSync(join(root, path), JSON.stringify({ packages }))

test.each([
  ['true when all but optional packages are present', { ...ZOD, ...PG }, true],
  ['false when one is missing', ZOD, false],
  ['false for another version', { ...ZOD, 'node_modules/pg': { version: '8.0.0' } }, false],
  ['false for no installation', undefined, false],
])('arePackagesInstalled returns %s', (_, present, expected) => {
  write('package-lock.json', { '': { name: 'marquee' }, ...ZOD, ...PG, ...OTHER_PLATFORM })
  if (present) write('node_modules/.package-lock.json', present)

  expect(arePackagesInstalled(root)).toBe(expected)
})
