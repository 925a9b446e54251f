import { expect, test } from 'vitest'
import { formatLastSeen } from './last-seen.ts'

const HOUR = 3_600_000
const NOW = Date.parse('2026-12-01T13:00:00Z')

test.each([
  ['Last seen within the last hour', 0],
  ['Last seen within the last hour', -HOUR],
  ['Last seen within the last hour', HOUR - 1],
  ['Last seen 1 hour ago', HOUR],
  ['Last seen 23 hours ago', 24 * HOUR - 1],
  ['Last seen 1 day ago', 24 * HOUR],
  ['Last seen 29 days ago', 29.5 * 24 * HOUR],
])('formatLastSeen returns %s after %d ms', (text, age) => {
  expect(formatLastSeen(NOW - age, NOW)).toBe(text)
})
