import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'

test.each([
  [{ state: 'parked' }, { state: 'called' }, 'state: parked → called'],
  [null, { places: ['A1', 'A2', 'A3', 'A4'], count: 4 }, 'places: A1 A2 A3 and 1 more, count: 4'],
  [
    null,
    { showtimeId: '3fefebda-89ea-4e08-a05c-276d186bc137', until: null },
    'showtimeId: 3fefebda',
  ],
  [
    { showtimeId: '3fefebda-89ea-4e08-a05c-276d186bc137', startsAt: 1795690800000 },
    { showtimeId: '3fefebda-89ea-4e08-a05c-276d186bc137', startsAt: 1795660200000 },
    'startsAt: Thu, 26 Nov 2026, 4:30 PM → Thu, 26 Nov 2026, 8:00 AM',
  ],
  [null, { releaseAt: '2026-12-01T12:30:00.000Z' }, 'releaseAt: Tue, 1 Dec 2026, 6:00 PM'],
  [null, { releaseAt: null }, ''],
  [null, null, ''],
])('describeChange from %j to %j is %j', (before, after, text) => {
  expect(describeChange({ before, after }, 'Asia/Kolkata')).toBe(text)
})
