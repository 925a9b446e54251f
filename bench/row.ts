import type { Rate } from './times.ts'

/** One measured claim: what we do, what something bare does in the same run, and what the one should be of the other. */
export interface Row {
  what: string
  measured: string
  baseline: string
  /** What is compared with the goal. */
  value: number
  goal: Goal
  /** Whether the load that the goal speaks of was not even reached: then no value meets it. */
  fellShort?: boolean
}

export interface Goal {
  atLeast?: number
  atMost?: number
  unit?: string
}

export const isMet = ({ value, goal, fellShort = false }: Row) =>
  !fellShort &&
  value >= (goal.atLeast ?? Number.NEGATIVE_INFINITY) &&
  value <= (goal.atMost ?? Number.POSITIVE_INFINITY)

/** Whether it is held against anything at all. */
export const hasGoal = ({ goal }: Row) => goal.atLeast !== undefined || goal.atMost !== undefined

const goalText = ({ atLeast, atMost, unit = '' }: Goal) => {
  if (atLeast === undefined && atMost === undefined) return 'for scale'
  if (atLeast === atMost) return `exactly ${atMost}${unit}`
  return atLeast === undefined ? `≤ ${atMost}${unit}` : `≥ ${atLeast}${unit}`
}

const verdict = (row: Row) => {
  if (!hasGoal(row)) return ''
  if (row.fellShort) return '**missed**: the load was not reached'
  return isMet(row) ? 'met' : '**missed**'
}

/** As a table in Markdown. */
export const tableOf = (rows: Row[]) =>
  [
    '| what | measured | baseline | ratio or value | goal | |',
    '|---|---|---|---|---|---|',
    ...rows.map((row) => {
      const { what, measured, baseline, value, goal } = row
      const cells = [what, measured, baseline, `${short(value)}${goal.unit ?? ''}`, goalText(goal)]
      return `| ${[...cells, verdict(row)].join(' | ')} |`
    }),
  ].join('\n')

/** With as many digits as mean anything. */
export const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))

/** One side against the other, both as a rate. */
export const ratio = (
  what: string,
  [ours, theirs]: [number, number],
  { per, against, goal }: { per: string; against: string; goal: Goal },
): Row => ({
  what,
  measured: `${short(ours)} ${per}`,
  baseline: `${short(theirs)} ${against}`,
  value: ours / theirs,
  goal,
})

const p99Of = ({ p99 }: Rate) => `(p99 ${short(p99)} ms)`

/** The same, with how long all but the slowest hundredth took. */
export const rateRow = (
  what: string,
  [ours, theirs]: [Rate, Rate],
  { against, goal }: { against: string; goal: Goal },
) =>
  ratio(what, [ours.perSecond, theirs.perSecond], {
    ...{ per: `/s ${p99Of(ours)}`, against: `${against} ${p99Of(theirs)}`, goal },
  })
