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
  [null, null, ''],
])('describeChange from %j to %j is %j', (before, after, text) => {
  expect(describeChange({ before, after })).toBe(text)
})
