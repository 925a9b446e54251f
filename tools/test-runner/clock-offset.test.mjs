import { expect, test } from 'vitest'
import { clockOffsetTo } from './clock-offset.mjs'

const HOUR = 60 * 60_000

test.each([
  ['12:00', '2026-11-25T09:30:00+05:30', 2.5 * HOUR],
  ['00:10', '2026-11-25T23:10:00+05:30', 1 * HOUR],
  // It is the next day in the cinema already.
  ['12:00', '2026-11-24T19:30:00Z', 11 * HOUR],
  ['12:00', '2026-11-25T12:30:00+05:30', 23.5 * HOUR],
])('clockOffsetTo %s from %s is the next such time in the cinema', (time, now, expected) => {
  expect(clockOffsetTo(time, Date.parse(now))).toBe(expected)
})
