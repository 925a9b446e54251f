import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare } from './boot/prepare.mjs'
import { exitWithMessage } from './boot/project.mjs'
import { SIGNALS, signalExitCode } from './boot/run.mjs'
import { chromiumHelp, findOrInstallChromium } from './test-runner/chromium.mjs'
import { clockEnvironment } from './test-runner/clock-offset.mjs'
import { findUntestedRequirements, readRequirements } from './test-runner/coverage.mjs'
import { LONG_SUITES, SUITES } from './test-runner/runners.mjs'

/** What docs/testing.md explains. `--at` is a time of the cinema, `--seed` shuffles the tests. */
const { values, positionals: filters } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    at: { type: 'string', default: '12:00' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
})
/** A run needs about 500 MB. */
const MEMORY_BYTES = 2 * 1024 ** 3
const { all, at } = values
const known = all ? { ...SUITES, ...LONG_SUITES } : SUITES
const names = values.only ?? Object.keys(known)
const unknown = names.find((name) => !Object.hasOwn(known, name))
if (unknown)
  exitWithMessage(`Unknown suite "${unknown}". --only takes ${Object.keys(known).join(', ')}.`)
if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at))
  exitWithMessage(`--at takes a time such as 23:50, not "${at}".`)
const seed = values.seed ?? (all ? String(Date.now() % 1_000_000) : undefined)

let interruptedBy
for (const signal of SIGNALS) {
  process.on(signal, () => {
    interruptedBy = signal
  })
}

const { node, env } = await prepare()
const chromium = names.includes('e2e') ? await findOrInstallChromium(env) : undefined
if (names.includes('e2e') && !chromium) exitWithMessage(chromiumHelp(env))

const folder = createTemporaryFolder()
if (folder) process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
// NODE_ENV=production selects React's production build, which does not support tests.
const { NODE_ENV: _, ...otherEnv } = env
const testEnv = clockEnvironment(at, {
  ...otherEnv,
  ...(folder && { TMPDIR: folder }),
  ...(all && { TEST_TIER: 'all' }),
  ...(seed && { TEST_SEED: seed }),
})
if (seed) console.log(`The order and the random sequences have the seed ${seed} (--seed ${seed}).`)

const tier = { all, seed }
const results = []
const durations = []
for (const name of names) {
  console.log(`\n── ${name}`)
  const startedAt = performance.now()
  results.push(await known[name]({ node, env: testEnv, filters, chromium, tier }))
  durations.push(`${name} ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  if (interruptedBy)
    exitWithMessage(`Interrupted by ${interruptedBy}.`, signalExitCode(interruptedBy))
}

const tests = results.flatMap((result) => result.tests)
const failedTests = tests.filter(({ state }) => state === 'failed')
if (failedTests.length > 0) console.log('\n── failed')
for (const { file, title, message } of failedTests)
  console.log(`${file} > ${title}\n${message.replaceAll(/^/gm, '    ')}\n`)

const skipped = tests.filter(({ state }) => state === 'skipped').length
const unset = ['TEST_DATABASE_URL', 'TEST_REDIS_URL'].filter((name) => !env[name])
const advice = skipped > 0 && unset.length > 0 ? `; set ${unset.join(' and ')} to run them` : ''
console.log(`\n── skipped\n${skipped} tests${advice}`)

/** Debian installs them outside the PATH of users. */
const programFolders = [...(env.PATH ?? '').split(delimiter), '/usr/sbin']
const hasProxy = ['haproxy', 'nginx', 'caddy'].some((name) =>
  programFolders.some((path) => existsSync(join(path, name))),
)
const isComplete = !values.only && filters.length === 0
const messages = isComplete
  ? findUntestedRequirements(readRequirements(), tests, {
      all,
      mayBeSkipped: unset.length > 0 || !hasProxy,
    })
  : []
if (isComplete) console.log(`\n── requirements without a passing test\n${messages.length}`)
for (const message of messages) console.log(message)

console.log(`\n── time\n${durations.join(', ')}`)
const sum = (key) => results.reduce((total, result) => total + result[key], 0)
const failed = sum('failed') + messages.length
process.exitCode = failed > 0 ? 1 : 0
console.log(`\n${sum('passed')} passed, ${failed} failed`)

/** A folder in memory where the system has one, because tests write hundreds of databases. Undefined for the default. */
function createTemporaryFolder() {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return undefined
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > MEMORY_BYTES ? mkdtempSync(join(memory, 'marquee-test-')) : undefined
}
