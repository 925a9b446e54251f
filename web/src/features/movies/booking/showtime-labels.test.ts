import { expect, test } from 'vitest'
import { describeSeatsLeft, formatShortNearDate } from './showtime-labels.ts'

const lateEvening = Date.parse('2026-12-01T23:30:00+05:30')

test.each([
  ['2026-12-01T23:45:00+05:30', 'Today'],
  ['2026-12-02T00:30:00+05:30', 'Tomorrow'],
  ['2026-12-03T18:30:00+05:30', 'Thu, 3 Dec'],
])('formatShortNearDate of %s is %s in the time zone of the cinema', (startTime, day) => {
  expect(formatShortNearDate(Date.parse(startTime), lateEvening, 'Asia/Kolkata')).toBe(day)
})

test.each([
  [0, 'Sold out'],
  [1, 'Last seat'],
  [6, 'Last 6'],
  [10, 'Last 10'],
  [11, 'Filling fast'],
  [24, 'Filling fast'],
  [25, '25 left'],
])('describeSeatsLeft of %d of 100 seats is %s [S-373]', (seatsLeft, words) => {
  expect(describeSeatsLeft({ seatsLeft, seatsTotal: 100 })).toBe(words)
})
