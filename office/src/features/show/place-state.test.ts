import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { expect, test } from 'vitest'
import { createPlace } from '#test/fixtures.ts'
import { placeNote } from './place-state.ts'

test.each([
  [{ status: 'HELD', until: '2026-12-01T13:00:00.000Z' }, 'held until 6:30 PM'],
  [
    { status: 'BLOCKED', reason: 'school', until: '2026-12-03T13:00:00.000Z' },
    'blocked, school, until Thu, 3 Dec 2026, 6:30 PM',
  ],
  [{ status: 'SOLD', reference: 'MQ-1', channel: 'web' }, 'sold, MQ-1, on the site'],
] as const)('placeNote of a place that is %j is %s [S-724]', (state, note) => {
  syncServerClock(Date.parse('2026-12-01T12:00:00.000Z'), 0)
  expect(placeNote(createPlace('A1', state), 'Asia/Kolkata')).toBe(note)
})
