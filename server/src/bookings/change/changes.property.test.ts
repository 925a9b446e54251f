import fc from 'fast-check'
import { describe, test } from 'vitest'
import * as invariants from '#test/changes/change-invariants.ts'
import { rounds, type Step, sequence } from '#test/changes/change-steps.ts'
import {
  type Cinema,
  createCinema,
  createWorld,
  type World,
  withLog,
} from '#test/changes/change-world.ts'
import { performStep, performTogether } from '#test/changes/perform-step.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { storeDailyTakings } from '../../reports/takings/daily-takings.service.ts'

const TIMEOUT_MS = 600_000
const runs = sequenceRuns({ few: 5, many: 50 })

describe.each(runs)('random changes of bookings %o', (parameters) =>
  describeDatabases('in sequences', (context) => {
    let cinema: Cinema | undefined
    async function createNextWorld() {
      cinema ??= await createCinema(context())
      return createWorld(context(), cinema)
    }

    async function play(world: World, steps: Step[]) {
      let before = await invariants.readBookings(world)
      for (const one of steps) {
        await performStep(world, one)
        await storeDailyTakings(world.nodes[0])
        const after = await invariants.readBookings(world)
        await invariants.expectTransition(world, one, { before, after })
        await invariants.expectInvariants(world)
        before = after
      }
      await invariants.expectListsAgree(world)
    }

    async function playTogether(world: World, rounds: Step[][]) {
      for (const round of rounds) {
        await performTogether(world, round)
        await invariants.expectInvariants(world)
      }
      await invariants.expectListsAgree(world)
    }

    const inNewWorld =
      <T>(run: (world: World, steps: T) => Promise<void>) =>
      async (steps: T) => {
        const world = await createNextWorld()
        await withLog(world, () => run(world, steps))
      }

    test(
      'keep ledger, takings, bookings, places, offers and passes in agreement [S-427][S-530][S-1002]',
      {
        timeout: TIMEOUT_MS,
      },
      () => fc.assert(fc.asyncProperty(sequence, inNewWorld(play)), parameters),
    )

    test(
      'at the same time keep ledger, takings, bookings, places, offers and passes in agreement [S-427][S-530][S-1002]',
      {
        timeout: TIMEOUT_MS,
      },
      () => fc.assert(fc.asyncProperty(rounds, inNewWorld(playTogether)), parameters),
    )
  }),
)
