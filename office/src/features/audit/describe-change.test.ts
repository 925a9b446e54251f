import { expect, test } from 'vitest'
import { describeChange } from './describe-change.ts'

const SHOW = '3fefebda-89ea-4e08-a05c-276d186bc137'
const NAMES = {
  [SHOW]: 'Amaran, Screen 1, Tue, 1 Dec 2026, 6:30 PM',
  p1: 'A1',
  p2: 'A2',
  p3: 'slot F1',
}

test.each([
  [{ state: 'parked' }, { state: 'called' }, 'state: parked → called'],
  [
    null,
    { placeIds: ['p1', 'p2', 'p3', 'p4'], count: 4 },
    'places: A1 A2 slot F1 and 1 more, count: 4',
  ],
  [{ placeId: 'p1', state: 'parked' }, { placeId: 'p2', state: 'parked' }, 'place: A1 → A2'],
  [
    null,
    { showtimeId: SHOW, scanId: 's1', until: null },
    'showtime: Amaran, Screen 1, Tue, 1 Dec 2026, 6:30 PM',
  ],
  [null, { showtimeId: '4aaaaaaa-89ea-4e08-a05c-276d186bc137' }, 'showtime: 4aaaaaaa'],
  [
    { showtimeId: SHOW, startsAt: 1795690800000 },
    { showtimeId: SHOW, startsAt: 1795660200000 },
    'starts at: Thu, 26 Nov 2026, 4:30 PM → Thu, 26 Nov 2026, 8:00 AM',
  ],
  [null, { giveBackAt: '2026-12-01T12:30:00.000Z' }, 'give back at: Tue, 1 Dec 2026, 6:00 PM'],
  [null, { giveBackAt: null }, ''],
  [null, null, ''],
])('describeChange from %j to %j is %j [S-722]', (before, after, text) => {
  const texts = { names: NAMES, timeZone: 'Asia/Kolkata' }
  expect(describeChange({ before, after }, texts)).toBe(text)
})
