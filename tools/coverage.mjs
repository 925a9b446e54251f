import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepare } from './boot/prepare.mjs'
import { ROOT } from './boot/project.mjs'
import { coverageDocument, findGaps, readRequirements } from './test-runner/coverage.mjs'
import { listTests } from './test-runner/runners.mjs'

const requirements = readRequirements()
const tests = await listTests(await prepare())
const gaps = findGaps(requirements, tests)

for (const gap of gaps) console.error(gap)
console.log(`${requirements.length} requirements, ${tests.length} tests, ${gaps.length} gaps`)
process.exitCode = gaps.length > 0 ? 1 : 0
if (!process.argv.includes('--check')) {
  writeFileSync(join(ROOT, 'docs/specification.md'), coverageDocument(requirements, tests))
}
