import { expect, test } from 'vitest'
import { decide } from '#features/door/offline/decide.ts'
import { createShow } from '#test/fixtures.ts'
import { answerLines, decisionOf } from './answer.ts'

const place = { timeZone: 'Asia/Kolkata', shows: [], screen: 'Screen 1', isConnected: true }
const booking = {
  reference: 'MQ-2222222222',
  issue: 1,
  seats: ['H7', 'H8', 'H9'],
  passes: [1, 2, 3],
  slots: [],
  admitted: 0,
  admittedPasses: [],
  lastAdmission: null,
}
const door = { showtimeId: 'show-1', bookings: new Map([[booking.reference, booking]]) }

test('answerLines says how many of a party can come later', () => {
  const lines = answerLines(decide(door, { reference: booking.reference }, 1), place)
  expect(lines).toEqual(['Screen 1 · H7 H8 H9', '2 more can come later'])
  expect(answerLines(decide(door, { reference: booking.reference }), place)).toHaveLength(1)
})

test('answerLines names the screen alone when a pass that is not on the list is admitted', () => {
  const unlisted = decide(door, { reference: booking.reference }, 1)
  const admitted = {
    ...unlisted,
    verdict: 'ADMITTED' as const,
    seats: [],
    count: 1,
    admittedNow: 1,
  }
  expect(answerLines(admitted, place)).toEqual(['Screen 1'])
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

const wrongShow = {
  token: 'T',
  pass: { reference: booking.reference, showtimeId: 'show-2', number: 0, issue: 1 },
}
const anotherShow = createShow({ _id: 'show-2', startTime: '2026-12-01T16:00:00.000Z' })
const nextDay = {
  reference: booking.reference,
  pass: 0,
  label: 'Admit 3',
  seats: [],
  slots: [],
  screen: 'Screen 2',
  movie: 'Vettaiyan',
  startTime: '2026-12-02T16:00:00.000Z',
  showtimeId: 'show-3',
  count: 3,
  admitted: 0,
  lastAdmission: null,
}

test.each([
  [
    'of today',
    decide(door, wrongShow),
    [anotherShow],
    true,
    ['Tue, 1 Dec 2026, 9:30 PM · Screen 1', 'Amaran'],
  ],
  [
    'of another day, as the server answers',
    decisionOf({ verdict: 'WRONG_SHOW', scanId: 's', admittedNow: 0, pass: nextDay }),
    [],
    true,
    ['Wed, 2 Dec 2026, 9:30 PM · Screen 2', 'Vettaiyan'],
  ],
  [
    'of another day, without a network',
    decide(door, wrongShow),
    [],
    false,
    ['The ticket is for another day.', 'Offline, this device knows only the shows of today.'],
  ],
])(
  'answerLines for a ticket of a wrong show %s names its day and time if they are known [S-716]',
  (_, decision, shows, isConnected, lines) => {
    expect(answerLines(decision, { ...place, shows, isConnected })).toEqual(lines)
  },
)
