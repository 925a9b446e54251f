import { expect, test } from 'vitest'
import { answerLines } from './answer.ts'
import { decide } from './decide.ts'

const place = { timeZone: 'Asia/Kolkata', shows: [], screen: 'Screen 1', isConnected: true }
const booking = {
  ...{ reference: 'MQ-2222222222', issue: 1, seats: ['H7', 'H8', 'H9'], passes: [1, 2, 3] },
  ...{ slots: [] },
  ...{ admitted: 0, admittedPasses: [], lastAdmission: null },
}
const door = { showtimeId: 'show-1', bookings: new Map([[booking.reference, booking]]) }

test('answerLines says how many of a party can come later', () => {
  const lines = answerLines(decide(door, { reference: booking.reference }, 1), place)
  expect(lines).toEqual(['Screen 1 · H7 H8 H9', '2 more can come later'])
  expect(answerLines(decide(door, { reference: booking.reference }), place)).toHaveLength(1)
})

test.each([
  ['MQ-4444444444', true, ['Check the reference.']],
  ['MQ-444', true, ['A reference is MQ- and 10 letters or digits. It has no 0, 1, I, L, O or U.']],
  [
    'MQ-4444444444',
    false,
    [
      'Check the reference.',
      'Without the server, this device knows only the tickets of this show.',
    ],
  ],
])('answerLines for the unknown reference %s, connected: %s', (reference, isConnected, lines) => {
  expect(answerLines(decide(door, { reference }), { ...place, isConnected })).toEqual(lines)
})
