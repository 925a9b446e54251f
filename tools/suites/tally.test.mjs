import { expect, test } from 'vitest'
import { sum, tally } from './tally.mjs'

const units = (passed, failed) => ({ numPassedTests: passed, numFailedTests: failed })
const journeys = (expected, flaky, unexpected) => ({
  stats: { expected, flaky, unexpected, skipped: 0 },
})

test('both reports are counted alike', () => {
  expect(tally('vitest', units(12, 2), 1)).toEqual({ passed: 12, failed: 2 })
  expect(tally('playwright', journeys(5, 1, 3), 1)).toEqual({ passed: 6, failed: 3 })
})

test.each([
  ['left no report', undefined, 0],
  ['ran no test', units(0, 0), 0],
  ['failed outside any test', units(12, 0), 1],
])('a runner that %s counts as one failure', (_, report, code) => {
  expect(tally('vitest', report, code).failed).toBe(1)
})

test('tallies add up', () => {
  expect(
    sum([
      { passed: 3, failed: 0 },
      { passed: 4, failed: 2 },
    ]),
  ).toEqual({ passed: 7, failed: 2 })
})
