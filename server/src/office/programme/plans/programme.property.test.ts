import fc from 'fast-check'
import { describe, test } from 'vitest'
import { playSequence } from '#test/programme/perform-programme-step.ts'
import { sequence } from '#test/programme/programme-steps.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { describeDatabases } from '#test/support/test-context.ts'

const TIMEOUT_MS = 600_000
const runs = sequenceRuns({ few: 6, many: 40 })

describe.each(runs)('random changes of the programme %o', (parameters) =>
  describeDatabases('in sequences', (context) => {
    test(
      'do what their plans say, and lose, double or overwrite nothing [S-983]',
      { timeout: TIMEOUT_MS },
      () =>
        fc.assert(
          fc.asyncProperty(sequence, (steps) => playSequence(context(), steps)),
          parameters,
        ),
    )
  }),
)
