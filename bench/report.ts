import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, platform, totalmem } from 'node:os'
import { join } from 'node:path'
import type { MeasuredRate } from './timing.ts'

/** One measured goal: our figure, the baseline's figure from the same run, and the value that is compared with the goal. */
export interface Result {
  name: string
  measured?: string
  baseline?: string
  value: number
  goal: Goal
  /** Whether the load was too low for the goal to mean anything. Such a result misses its goal. */
  loadTooLow?: boolean
}

interface Goal {
  atLeast?: number
  atMost?: number
  unit?: string
}

export const isMet = ({ value, goal, loadTooLow = false }: Result) =>
  !loadTooLow &&
  value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) &&
  value <= (goal.atMost ?? Number.POSITIVE_INFINITY)

export const hasGoal = ({ goal }: Result) => goal.atLeast !== undefined || goal.atMost !== undefined

const goalText = ({ atLeast, atMost, unit = '' }: Goal) => {
  if (atLeast === undefined && atMost === undefined) return 'for scale'
  if (atLeast === atMost) return `exactly ${atMost}${unit}`
  return atLeast === undefined ? `≤ ${atMost}${unit}` : `≥ ${atLeast}${unit}`
}

const verdict = (result: Result) => {
  if (!hasGoal(result)) return ''
  if (result.loadTooLow) return '**missed**: the load was too low'
  return isMet(result) ? 'met' : '**missed**'
}

export const toTable = (results: Result[]) =>
  [
    '| name | measured | baseline | ratio or value | goal | |',
    '|---|---|---|---|---|---|',
    ...results.map((result) => {
      const { name, measured = '', baseline = '', value, goal } = result
      const cells = [name, measured, baseline, `${short(value)}${goal.unit ?? ''}`, goalText(goal)]
      return `| ${[...cells, verdict(result)].join(' | ')} |`
    }),
  ].join('\n')

/** Three significant digits. */
export const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

interface Comparison {
  /** The name of the baseline. */
  against: string
  goal: Goal
}

export const ratioResult = (
  name: string,
  [ours, baseline]: [number, number],
  { unit, against, goal }: Comparison & { unit: string },
): Result => ({
  name,
  measured: `${short(ours)} ${unit}`,
  baseline: `${short(baseline)} ${against}`,
  value: ours / baseline,
  goal,
})

const p99Text = ({ p99 }: MeasuredRate) => `(p99 ${short(p99)} ms)`

export const rateResult = (
  name: string,
  [ours, baseline]: [MeasuredRate, MeasuredRate],
  { against, goal }: Comparison,
) =>
  ratioResult(name, [ours.perSecond, baseline.perSecond], {
    unit: `/s ${p99Text(ours)}`,
    against: `${against} ${p99Text(baseline)}`,
    goal,
  })

const RESULTS = join(import.meta.dirname, 'results.md')

const HEADER = `# Benchmark results

\`npm run bench\` writes this file, one section for each part. The load runs on the same machine as the server, so absolute figures
are low and the ratios count. Both sides of a ratio come from the same run. [docs/performance.md](../docs/performance.md) explains
the missed goals.
`

export interface Section {
  table: string
  /** How long the part took, and how busy the machine was. */
  duration: string
}

/** Replaces the sections of the measured parts in results.md and keeps the others. */
export function writeResults(partNames: string[], measured: Map<string, Section>) {
  const previous = existsSync(RESULTS) ? parseSections(readFileSync(RESULTS, 'utf8')) : new Map()
  const sections = partNames.flatMap((name) => {
    const section = measured.get(name)
    const body = section
      ? `${runDescription(name)} ${section.duration}\n\n${section.table}`
      : previous.get(name)
    return body === undefined ? [] : `## ${name}\n\n${body}\n`
  })
  writeFileSync(RESULTS, [HEADER, ...sections].join('\n'))
}

function parseSections(text: string) {
  const [, ...sections] = text.split(/^## /m)
  return new Map(
    sections.map((section) => {
      const end = section.indexOf('\n')
      return [section.slice(0, end), section.slice(end).trim()]
    }),
  )
}

function runDescription(name: string) {
  const memory = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model ?? 'unknown'
  const machine = `${availableParallelism()} cores (${processor}), ${memory} GiB, ${platform()}, Node ${process.version}`
  return `\`npm run bench ${name}\`, ${new Date().toISOString().slice(0, 10)}, ${machine}.`
}
