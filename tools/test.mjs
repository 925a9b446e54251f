import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from './boot/prepare.mjs'
import { exitWithMessage } from './boot/project.mjs'
import { SIGNALS, signalExitCode } from './boot/run.mjs'
import { clockEnvironment } from './test-runner/clock-offset.mjs'
import { chromiumHelp, findOrInstallChromium } from './test-runner/chromium.mjs'
import { findUntestedRequirements, readRequirements } from './test-runner/coverage.mjs'
import { SUITES } from './test-runner/runners.mjs'

const { values, positionals: filters } = parseArgs({
  options: { only: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const suites = values.only ?? Object.keys(SUITES)
const unknown = suites.find((name) => !Object.hasOwn(SUITES, name))
if (unknown)
  exitWithMessage(`Unknown suite "${unknown}". --only takes ${Object.keys(SUITES).join(', ')}.`)

/** Tests run at noon, when shows of the day are over and others are to come. */
const TIME_IN_CINEMA = '12:00'

let interruptedBy
for (const signal of SIGNALS) {
  process.on(signal, () => {
    interruptedBy = signal
  })
}

const { node, env } = await prepare()
const chromium = suites.includes('e2e') ? await findOrInstallChromium(env) : undefined
if (suites.includes('e2e') && !chromium) exitWithMessage(chromiumHelp(env))

// NODE_ENV=production selects React's production build, which does not support tests.
const { NODE_ENV: _, ...otherEnv } = env
const testEnv = clockEnvironment(TIME_IN_CINEMA, otherEnv)
const results = []
for (const name of suites) {
  console.log(`\n── ${name}`)
  results.push(await SUITES[name]({ node, env: testEnv, filters, chromium }))
  if (interruptedBy)
    exitWithMessage(`Interrupted by ${interruptedBy}.`, signalExitCode(interruptedBy))
}

const tests = results.flatMap((result) => result.tests)
printMessages(
  'passed when tried again',
  tests.filter(({ state, message }) => state === 'passed' && message),
)
printMessages(
  'failed',
  tests.filter(({ state }) => state === 'failed'),
)

const skipped = tests.filter(({ state }) => state === 'skipped').length
const unset = ['TEST_DATABASE_URL', 'TEST_REDIS_URL'].filter((name) => !env[name])
const advice = skipped > 0 && unset.length > 0 ? `; set ${unset.join(' and ')} to run them` : ''
console.log(`\n── skipped\n${skipped} tests${advice}`)

/** Debian installs them outside the PATH of users. */
const folders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin']
const hasProxy = ['haproxy', 'nginx', 'caddy'].some((name) =>
  folders.some((folder) => existsSync(join(folder, name))),
)
const isComplete = !values.only && filters.length === 0
const messages = isComplete
  ? findUntestedRequirements(readRequirements(), tests, {
      mayBeSkipped: unset.length > 0 || !hasProxy,
    })
  : []
if (isComplete) console.log(`\n── requirements without a passing test\n${messages.length}`)
for (const message of messages) console.log(message)

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const failed = sum('failed') + messages.length
process.exitCode = failed > 0 ? 1 : 0
console.log(`\n${sum('passed')} passed, ${failed} failed`)

function printMessages(heading, listed) {
  if (listed.length > 0) console.log(`\n── ${heading}`)
  for (const { file, title, message } of listed)
    console.log(`${file} > ${title}\n${message.replaceAll(/^/gm, '    ')}\n`)
}
