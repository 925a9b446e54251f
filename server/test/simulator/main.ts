import { randomInt } from 'node:crypto'
import { commandOf, readSimulateOptions } from './command-line.ts'
import { run } from './run.ts'
import { type FailedRun, shrink } from './shrink.ts'

const SHOWN_EVENTS = 30
const MAX_SEED = 2 ** 31

const {
  seed = randomInt(MAX_SEED),
  minutes,
  optionsOf,
} = readSimulateOptions(process.argv.slice(2))
console.log(`first seed ${seed}`)
const begin = performance.now()
let runs = 0
let steps = 0
let duration = 0
let failed: FailedRun | undefined
// At least one run.
do {
  const options = optionsOf(seed + runs)
  const result = await run(options)
  runs += 1
  steps += result.steps
  duration += result.duration
  if (result.violation) failed = { options: { ...options, steps: result.steps }, result }
} while (!failed && performance.now() - begin < minutes * 60_000)

const seconds = (performance.now() - begin) / 1000
console.log(
  `${runs} runs, ${steps} steps, ${Math.round(steps / seconds)} steps a second, ${(duration / 3_600_000).toFixed(1)} simulated hours`,
)
if (failed) {
  print(failed)
  if (minutes > 0) {
    console.log('Looking for a smaller run …')
    print(await shrink(failed))
  }
  process.exitCode = 1
}

function print({ options, result: { violation, trace } }: FailedRun) {
  console.log(`✗ ${violation?.rule}: ${violation?.detail}`)
  for (const line of trace.slice(-SHOWN_EVENTS)) console.log(`  ${line}`)
  console.log(commandOf(options))
}
