import { expect, test } from 'vitest'
import { bookingWindow } from './booking-window.ts'

const START = Date.parse('2026-12-01T18:30:00+05:30')
const MINUTE = 60_000
const at = (minutesBefore: number) => START - minutesBefore * MINUTE
const showtime = { startTime: '2026-12-01T18:30:00+05:30' }

test('booking stays open until thirty minutes before the start, to the millisecond [R-3.6][R-4.2][R-9.1]', () => {
  expect(bookingWindow(showtime, at(30) - 1).open).toBe(true)
  expect(bookingWindow(showtime, at(30))).toEqual({
    open: false,
    message: 'Booking cutoff time passed',
  })
})

test('a showtime may name its own cutoff, none included [R-3.6]', () => {
  expect(bookingWindow({ ...showtime, cutoffMinutes: 5 }, at(6)).open).toBe(true)
  expect(bookingWindow({ ...showtime, cutoffMinutes: 0 }, START - 1).open).toBe(true)
  expect(bookingWindow({ ...showtime, cutoffMinutes: 90 }, at(80)).open).toBe(false)
})

test('from the start on, the show has started', () => {
  expect(bookingWindow(showtime, START)).toEqual({ open: false, message: 'Show has started' })
})

test.each([
  [150, 'Booking closes in 2h 0m'],
  [155.5, 'Booking closes in 2h 5m'],
  [89, 'Booking closes in 59m'],
  [30.2, 'Booking closes in 1m'],
])('%d minutes before the start the countdown reads "%s" [R-4.5]', (minutes, countdown) => {
  expect(bookingWindow(showtime, at(minutes))).toMatchObject({ open: true, countdown })
})

test('a showtime without a start time is not open [R-4.6]', () => {
  expect(bookingWindow({}, START)).toMatchObject({ open: false })
})
