import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../boot/project.mjs'
import { faultsOfTable } from './security-table.mjs'

const PATH = 'server/src/security/doors.test.ts'
const TABLE = `### Doors: [doors](${PATH})

| attempt | outcome | test |
|---|---|---|
| a \`kick\` | shut | \`is shut\`, \`kicked\` |
`
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-table-'))
  mkdirSync(join(root, 'server/src/security'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const faultsOf = (table, source) => {
  writeFileSync(join(root, 'SECURITY.md'), table)
  writeFileSync(join(root, PATH), source)
  return faultsOfTable(root).faults
}

test('every test that SECURITY.md names exists, and it names every test of the suite', () => {
  const { named, faults } = faultsOfTable(ROOT)

  expect(faults).toEqual([])
  expect(named).toBeGreaterThan(60)
})

test('a table that says what is there has no fault', () => {
  expect(faultsOf(TABLE, "test.each(['kicked'])('is shut', () => 0)")).toEqual([])
})

test('a test that is not there, and one that is not told of, are found', () => {
  expect(faultsOf(TABLE, "test('is open', () => ['kicked'])")).toEqual([
    `${PATH} has no test "is shut"`,
    `SECURITY.md does not name "is open" of ${PATH}`,
  ])
})

test('a file that is not there has none of its tests', () => {
  expect(faultsOf(TABLE.replace('doors.test', 'windows.test'), '')).toHaveLength(2)
})
