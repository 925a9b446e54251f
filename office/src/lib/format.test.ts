import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { expect, test } from 'vitest'
import { shortDateTimeOf } from './format.ts'

test.each([
  ['2026-12-01T13:00:00.000Z', '6:30 PM'],
  ['2026-12-01T18:29:59.000Z', '11:59 PM'],
  ['2026-12-01T18:30:00.000Z', 'Wed, 2 Dec 2026, 12:00 AM'],
  ['2026-11-30T13:00:00.000Z', 'Mon, 30 Nov 2026, 6:30 PM'],
])('shortDateTimeOf %s is %s: a time of another day has its day [S-724]', (instant, text) => {
  syncServerClock(Date.parse('2026-12-01T12:00:00.000Z'), 0)
  expect(shortDateTimeOf(instant, 'Asia/Kolkata')).toBe(text)
})
