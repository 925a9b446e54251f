import { parseArgs } from 'node:util'
import { prepare } from './boot/prepare.mjs'
import { exitWith } from './boot/project.mjs'
import { SIGNALS, signalExitCode } from './boot/run.mjs'
import { chromiumAdvice, findOrInstallChromium } from './test-runner/chromium.mjs'
import { findUnproven, readRequirements } from './test-runner/coverage.mjs'
import { SUITES } from './test-runner/runners.mjs'

const { values, positionals: filters } = parseArgs({
  options: { only: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const suites = values.only ?? Object.keys(SUITES)
const unknown = suites.find((name) => !Object.hasOwn(SUITES, name))
if (unknown) exitWith(`Unknown suite "${unknown}". --only takes ${Object.keys(SUITES).join(', ')}.`)

let interruptedBy
for (const signal of SIGNALS) {
  process.on(signal, () => {
    interruptedBy = signal
  })
}

const { node, env } = await prepare()
const chromium = suites.includes('e2e') ? await findOrInstallChromium(env) : undefined
if (suites.includes('e2e') && !chromium) exitWith(chromiumAdvice(env))

// NODE_ENV=production would make React refuse to be tested.
const { NODE_ENV: _, ...testEnv } = env
const results = []
for (const name of suites) {
  console.log(`\n── ${name}`)
  results.push(await SUITES[name]({ node, env: testEnv, filters, chromium }))
  if (interruptedBy) exitWith(`Interrupted by ${interruptedBy}.`, signalExitCode(interruptedBy))
}

const tests = results.flatMap((result) => result.tests)
const skipped = tests.filter(({ state }) => state === 'skipped').length
const unset = ['TEST_DATABASE_URL', 'TEST_REDIS_URL'].filter((name) => !env[name])
const advice = skipped > 0 && unset.length > 0 ? `; set ${unset.join(' and ')} to run them` : ''
console.log(`\n── skipped\n${skipped} tests${advice}`)

const isComplete = !values.only && filters.length === 0
const unproven = isComplete
  ? findUnproven(readRequirements(), tests, { mayBeSkipped: unset.length > 0 })
  : []
if (isComplete) console.log(`\n── requirements without a passed test\n${unproven.length}`)
for (const sentence of unproven) console.log(sentence)

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const failed = sum('failed') + unproven.length
process.exitCode = failed > 0 ? 1 : 0
console.log(`\n${sum('passed')} passed, ${failed} failed`)
