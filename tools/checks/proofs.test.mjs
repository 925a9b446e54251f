import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT } from '../boot/project.mjs'
import { DOCUMENTS, faultsOfDocuments, proofsOf } from './proofs.mjs'

const DOORS = 'server/src/security/doors.test.ts'
const SECURITY = `### Doors: [doors](${DOORS})

| attempt | outcome | test |
|---|---|---|
| a \`kick\` | shut | \`is shut\`, \`kicked\` |
`
const SPECIFICATION = `## 2. Screens

| rule | proof |
|---|---|
| a door | [doors](../${DOORS}) \`is shut\` |
| the house | [house](../web/house.test.tsx) \`stands\`, [journey](../e2e/house.spec.ts) \`\${name} is entered\` |
`
const SOUND = {
  'SECURITY.md': SECURITY,
  'docs/specification.md': SPECIFICATION,
  [DOORS]: "test.each(['kicked'])('is shut', () => 0)",
  'web/house.test.tsx': 'test("stands", () => 0)',
  'e2e/house.spec.ts': `for (const name of names) test(\`\${name} is entered\`, () => 0)`,
}
let root

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'marquee-proofs-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const faultsOf = (changed = {}) => {
  for (const [path, text] of Object.entries({ ...SOUND, ...changed })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return faultsOfDocuments(root).faults
}

test.each(DOCUMENTS)('the tables of %s are read', (document) => {
  const { proofs, faults } = proofsOf(ROOT, document)

  expect(faults).toEqual([])
  expect(proofs.length).toBeGreaterThan(60)
})

test('documents that say what is there have no fault', () => {
  expect(faultsOf()).toEqual([])
})

test('a test is looked for in the file named before it, seen from the document', () => {
  faultsOf()

  expect(proofsOf(root, 'docs/specification.md').proofs.map(({ path }) => path)).toEqual([
    DOORS,
    'web/house.test.tsx',
    'e2e/house.spec.ts',
  ])
})

test('a test that is not there, and one of the suite that is not told of, are found', () => {
  expect(faultsOf({ [DOORS]: "test('is open', () => ['kicked'])" })).toEqual([
    `SECURITY.md: ${DOORS} has no test "is shut"`,
    `docs/specification.md: ${DOORS} has no test "is shut"`,
    `SECURITY.md does not name "is open" of ${DOORS}`,
  ])
})

test('a file that is not there has none of its tests', () => {
  const moved = SECURITY.replace('doors.test', 'windows.test')

  expect(faultsOf({ 'SECURITY.md': moved })).toHaveLength(3)
})

test('a row that names no test is found, and a heading is no row', () => {
  const bare = `${SPECIFICATION}| a window | [house](../web/house.test.tsx) |\n`

  expect(faultsOf({ 'docs/specification.md': bare })).toEqual([
    'docs/specification.md:7 names no test',
  ])
})

test('a test in no file at all is not there', () => {
  const homeless = SPECIFICATION.replace(/\[doors\]\([^)]*\)/, '')

  expect(faultsOf({ 'docs/specification.md': homeless })).toEqual([
    'docs/specification.md: no file has no test "is shut"',
  ])
})
