import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { areInstalled } from './packages.mjs'

const ROOT_PACKAGE = { '': { name: 'marquee' } }
const ZOD = { 'node_modules/zod': { version: '4.6.7', integrity: 'sha512-zod' } }
const PG = { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-pg' } }

let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-packages-'))
  mkdirSync(join(root, 'node_modules'))
})

afterEach(() => rmSync(root, { recursive: true }))

const write = (path, packages) => writeFileSync(join(root, path), JSON.stringify({ packages }))
const lock = (packages) => write('package-lock.json', { ...ROOT_PACKAGE, ...packages })
const present = (packages) => write('node_modules/.package-lock.json', packages)

test('packages that all stand there are not installed again', () => {
  lock({ ...ZOD, ...PG })
  present({ ...ZOD, ...PG })

  expect(areInstalled(root)).toBe(true)
})

test('a fresh clone, or an installation cut short, has to be installed', () => {
  lock(ZOD)

  expect(areInstalled(root)).toBe(false)
})

test.each([
  ['is missing', {}],
  ['has another version', { 'node_modules/pg': { version: '8.0.0', integrity: 'sha512-pg' } }],
  ['has other contents', { 'node_modules/pg': { version: '8.23.1', integrity: 'sha512-other' } }],
])('a package that %s asks for an installation', (_, pg) => {
  lock({ ...ZOD, ...PG })
  present({ ...ZOD, ...pg })

  expect(areInstalled(root)).toBe(false)
})

test('the binaries of other machines are not missed', () => {
  lock({ ...ZOD, 'node_modules/other-system': { version: '1.0.0', optional: true } })
  present(ZOD)

  expect(areInstalled(root)).toBe(true)
})
