import { expect, test } from 'vitest'
import { timeUntilShow } from './time-until-show.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const startsAt = Date.parse('2026-12-01T13:00:00Z')
const endsAt = startsAt + 169 * MINUTE

test.each([
  [72 * HOUR, 'Starts in 3 days'],
  [48 * HOUR + 1, 'Starts in 3 days'],
  [47 * HOUR, 'Starts in 47 h 0 min'],
  [2 * HOUR + 4 * MINUTE + 1, 'Starts in 2 h 5 min'],
  [HOUR, 'Starts in 60:00'],
  [12 * MINUTE + 5 * SECOND, 'Starts in 12:05'],
  [1, 'Starts in 0:01'],
  [0, 'The show has started'],
  [-168 * MINUTE, 'The show has started'],
  [-169 * MINUTE, 'This show has ended'],
])('timeUntilShow with %d ms left is “%s”', (left, text) => {
  expect(timeUntilShow({ startsAt, endsAt }, startsAt - left)).toBe(text)
})
