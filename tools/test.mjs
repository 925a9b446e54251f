import { constants } from 'node:os'
import { parseArgs } from 'node:util'
import { prepare } from './boot/prepare.mjs'
import { stop } from './boot/stop.mjs'
import { chromiumAdvice, someChromium } from './suites/chromium.mjs'
import { suites } from './suites/suites.mjs'
import { sum } from './suites/tally.mjs'

const { values, positionals: filters } = parseArgs({
  options: { only: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const wanted = values.only ?? Object.keys(suites)
const unknown = wanted.find((name) => !Object.hasOwn(suites, name))
if (unknown) stop(`There is no "${unknown}"; --only takes ${Object.keys(suites).join(', ')}.`)

let interrupted
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = signal
  })
}

const { node, env } = await prepare()
const chromium = wanted.includes('e2e') ? await someChromium(env) : undefined
if (wanted.includes('e2e') && !chromium) stop(chromiumAdvice(env))

// Tests choose their own mode: React refuses to be tested in production's.
const { NODE_ENV: _, ...neutral } = env
const tallies = []
for (const name of wanted) {
  console.log(`\n── ${name}`)
  tallies.push(await suites[name]({ node, env: neutral, filters, chromium }))
  if (interrupted) stop(`Interrupted by ${interrupted}.`, 128 + constants.signals[interrupted])
}

const skipped = tallies
  .flatMap(({ outcomes = [] }) => outcomes)
  .filter(({ state }) => state === 'skipped')
const missing = ['TEST_DATABASE_URL', 'TEST_REDIS_URL'].filter((name) => !env[name])
const cure = skipped.length > 0 && missing.length > 0 ? `; set ${missing.join(' and ')}` : ''
console.log(`\n── skipped\n${skipped.length} tests had nothing to run on${cure}`)

const { passed, failed } = sum(tallies)
process.exitCode = failed > 0 ? 1 : 0
console.log(`\n${passed} passed, ${failed} failed`)
