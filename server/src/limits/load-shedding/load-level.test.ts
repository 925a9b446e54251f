import { expect, test } from 'vitest'
import { LOAD_BOUNDS, type Load, nextLoadLevel, PRIORITIES } from './load-level.ts'

const IDLE: Load = { delayMs: 2, underWay: 10 }
const twice = (load: Load) => [load, load] as const

test('nextLoadLevel refuses looking first, then choosing, then paying, and tickets last [S-1160]', () => {
  const levels = [IDLE, ...PRIORITIES.map((priority) => LOAD_BOUNDS[priority])].map((load) =>
    nextLoadLevel(0, twice(load)),
  )

  expect(levels).toEqual([0, 1, 2, 3, 4])
  expect(PRIORITIES).toEqual(['looking', 'choosing', 'paying', 'tickets'])
})

test.each(['delayMs', 'underWay'] as const)('nextLoadLevel rises by %s alone [S-1160]', (name) => {
  const value = LOAD_BOUNDS.choosing[name]

  expect(nextLoadLevel(0, twice({ ...IDLE, [name]: value }))).toBe(2)
  expect(nextLoadLevel(0, twice({ ...IDLE, [name]: value - 1 }))).toBe(1)
})

test('nextLoadLevel does not rise for one sample, such as a pause of the event loop [S-1160]', () => {
  const pause = { delayMs: 5000, underWay: 20_000 }

  expect(nextLoadLevel(0, [IDLE, pause])).toBe(0)
  expect(nextLoadLevel(0, [pause, IDLE])).toBe(0)
})

test('nextLoadLevel falls by one at a time, and only below half of the bound [S-1161]', () => {
  const { delayMs, underWay } = LOAD_BOUNDS.choosing
  const half = { delayMs: delayMs / 2 - 1, underWay: underWay / 2 - 1 }

  expect(nextLoadLevel(2, twice(half))).toBe(1)
  expect(nextLoadLevel(2, [half, { ...half, underWay: underWay / 2 }])).toBe(2)
  expect(nextLoadLevel(2, [{ ...half, delayMs: delayMs / 2 }, half])).toBe(2)
  expect(nextLoadLevel(4, twice(IDLE))).toBe(3)
  expect(nextLoadLevel(0, twice(IDLE))).toBe(0)
})
