import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Outcome } from './measure-part.ts'
import { PARTS, partsNamed } from './part-list.ts'
import { hasGoal, isMet, type Result, type Section, toTable, writeResults } from './report.ts'

const MEASURE_PART = join(import.meta.dirname, 'measure-part.ts')
/** A stopped part closes its servers and drops its databases. */
const CLOSE_TIMEOUT_MS = 20_000

const names = Object.keys(PARTS)
const selected = process.argv.slice(2)
const unknown = selected.filter((name) => partsNamed(name).length === 0)
if (unknown.length > 0) throw new Error(`Unknown part ${unknown.join(', ')}. Parts: ${names}`)

const sections = new Map<string, Section>()
const results: Result[] = []
for (const name of selected.length > 0 ? new Set(selected.flatMap(partsNamed)) : names) {
  const section = await measurePart(name, PARTS[name]?.maxSeconds ?? 0)
  if (section) sections.set(name, section)
  else process.exitCode = 1
}
console.log(`${results.filter(isMet).length} of ${results.length} goals met`)
writeResults(names, sections)

/** Measures a part in a process of its own and prints its table. Returns undefined if it fails or takes too long. */
async function measurePart(name: string, maxSeconds: number): Promise<Section | undefined> {
  console.log(`${name}, at most ${maxSeconds} s …`)
  const startedAt = performance.now()
  const outcome = await runPart(name, maxSeconds)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (!outcome) {
    console.log(`${name} failed or was stopped after ${seconds} s`)
    return undefined
  }
  const { measured, noise } = outcome
  const table = typeof measured === 'string' ? measured : toTable(measured)
  if (typeof measured !== 'string') results.push(...measured.filter(hasGoal))
  const duration = `${seconds} s of at most ${maxSeconds} s. ${noise}`
  console.log(`${table}\n${duration}`)
  return { table, duration }
}

async function runPart(name: string, maxSeconds: number) {
  const child = fork(MEASURE_PART, [name], { serialization: 'advanced' })
  let outcome: Outcome | undefined
  child.once('message', (message) => {
    outcome = message as Outcome
  })
  const stopTimer = setTimeout(() => child.disconnect(), maxSeconds * 1000)
  const killTimer = setTimeout(() => child.kill('SIGKILL'), maxSeconds * 1000 + CLOSE_TIMEOUT_MS)
  await once(child, 'exit')
  clearTimeout(stopTimer)
  clearTimeout(killTimer)
  return outcome
}
