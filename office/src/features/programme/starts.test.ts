import { expect, test } from 'vitest'
import { parseStarts, snap, snapUp, timeOfMinutes } from './starts.ts'

test.each([
  ['10:00, 13:15 16.30;19', ['10:00', '13:15', '16:30', '19:00'], []],
  ['6:30 pm, 9 PM, 12am, 12 pm', ['00:00', '12:00', '18:30', '21:00'], []],
  ['18:30, 18:30', ['18:30'], []],
  ['25:00, 9:75, noon, 13 pm', [], ['25:00', '9:75', 'noon', '13pm']],
  ['', [], []],
])('parseStarts reads %j as %j, and not %j [S-901]', (text, times, invalid) => {
  expect(parseStarts(text)).toEqual({ times, invalid })
})

test('starts snap to five minutes, and those after midnight are hours of the day [S-901]', () => {
  expect([snap(602), snap(603), snapUp(601)]).toEqual([600, 605, 605])
  expect([timeOfMinutes(1110), timeOfMinutes(1470)]).toEqual(['18:30', '00:30'])
})
