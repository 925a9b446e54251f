import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import * as programme from '#src/catalogue/programme.service.ts'
import { playSequence } from '#test/programme/perform-programme-step.ts'
import { sequence } from '#test/programme/programme-steps.ts'
import { describeContext } from '#test/support/test-context.ts'
import * as plans from './programme-plans.sql.ts'
import * as views from './programme-plans.view.ts'

const TIMEOUT_MS = 600_000
/** Each rule needs one to ten sequences. */
const MAX_RUNS = 60

const { planView } = views
const { selectPlan } = plans

interface Breach {
  breakRule: () => void
  /** In the message of the check that finds it. */
  foundBy: RegExp
}

const BROKEN: Record<string, Breach> = {
  'a plan leaves out a removed show with sales': {
    foundBy: /the shows are those of the plan/,
    breakRule: () => {
      vi.spyOn(views, 'planView').mockImplementation(async (...given) => {
        const view = await planView(...given)
        return { ...view, removes: view.removes.filter(({ isCancelled }) => !isCancelled) }
      })
    },
  },
  'a plan of an earlier programme is applied': {
    foundBy: /a plan is applied to the programme|two managers do not overwrite/,
    breakRule: () => {
      vi.spyOn(programme, 'readProgrammeVersion').mockResolvedValue(7)
    },
  },
  'a plan is applied twice': {
    foundBy: /what was applied is not applied again|a plan is applied once/,
    breakRule: () => {
      vi.spyOn(plans, 'markApplied').mockResolvedValue({ rows: [{ id: '' }] })
      vi.spyOn(plans, 'selectPlan').mockImplementation(async (...given) => {
        const plan = await selectPlan(...given)
        return plan && { ...plan, applied_at: null }
      })
    },
  },
}

describeContext('random changes of the programme', (context) => {
  afterEach(() => vi.restoreAllMocks())

  test.each(Object.entries(BROKEN))(
    'find that %s',
    { tags: ['test-all'], timeout: TIMEOUT_MS },
    async (_, { breakRule, foundBy }) => {
      breakRule()
      const { failed, errorInstance } = await fc.check(
        fc.asyncProperty(sequence, (steps) => playSequence(context(), steps)),
        { numRuns: MAX_RUNS, seed: 1, endOnFailure: true },
      )
      const cause = errorInstance instanceof Error ? errorInstance.cause : undefined
      expect([failed, String(cause)]).toEqual([true, expect.stringMatching(foundBy)])
    },
  )
})
