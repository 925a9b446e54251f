import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { describeDatabasePerTest } from '#test/support/test-context.ts'
import { type OnSaleFigures, simulateOnSale } from './simulation.ts'

// The ids, the order and the visitors come from the seed: the figures are the same at each run. Another id or seed is another order, and in the small
// hall one program with ten seats is 18 %.
const SMALL = { visitors: 2000, programShare: 0.3, sessionsPerProgram: 200, seats: 60 }
const FULL = { visitors: 50_000, programShare: 0.3, sessionsPerProgram: 200, seats: 600 }
const FULL_TIMEOUT_MS = 1_800_000

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Bytes in use, after a garbage collection. */
function usedMemory() {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

function expectFair(figures: OnSaleFigures) {
  process.stdout.write(`${JSON.stringify(figures)}\n`)
  expect(figures.overtaken).toBe(0)
  expect(figures.changedByCrash).toBe(0)
  expect(figures.programSeatShare).toBeLessThan(0.05)
  expect(figures.servedPerMinute).toBeGreaterThanOrEqual(0.9 * figures.hallLimit)
}

describeDatabasePerTest('simulated on-sale', (context) => {
  test.each([false, true])(
    'programs get less than 5 % of the seats, no visitor is overtaken, and the hall serves 90 % of what it can, with a crash: %s [S-1125]',
    async (hasCrash) => {
      const figures = await simulateOnSale(context, { seed: 1, ...SMALL, hasCrash }, () => 0)
      expectFair(figures)
    },
  )

  test('the same holds for 50,000 visitors with a crash, each of whom takes at most 2 kB of memory [S-1129]', {
    tags: ['test-all'],
    timeout: FULL_TIMEOUT_MS,
  }, async () => {
    const figures = await simulateOnSale(context, { seed: 1, ...FULL, hasCrash: true }, usedMemory)
    expectFair(figures)
    expect(figures.bytesPerVisitor).toBeLessThanOrEqual(2048)
  })
})
