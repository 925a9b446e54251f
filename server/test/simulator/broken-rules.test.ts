import { expect, test } from 'vitest'
import { brokenRules } from './broken-rules.ts'
import { defaultOptions } from './options.ts'
import { run } from './run.ts'
import type { BrokenRule } from './world.ts'

/** Each rule needs one to ten runs. */
const MAX_RUNS = 50

/** Runs one seed after another. Returns the rule of the first violation. */
async function findViolation(broken: BrokenRule) {
  for (let seed = 1; seed <= MAX_RUNS; seed += 1) {
    const { violation } = await run(defaultOptions(seed), broken)
    if (violation) return violation.rule
  }
  return undefined
}

test.each(Object.entries(brokenRules))(
  'a run finds that %s',
  { tags: ['test-all'] },
  async (_name, { foundBy, ...broken }) => {
    expect(foundBy).toContain(await findViolation(broken))
  },
)
