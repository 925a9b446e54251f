import { expect, test } from 'vitest'
import { getBookingWindow } from './booking-window.ts'

const START = Date.parse('2026-12-01T18:30:00+05:30')
const MINUTE = 60_000
const at = (minutesBefore: number) => START - minutesBefore * MINUTE
const showtime = { startTime: '2026-12-01T18:30:00+05:30' }

test('getBookingWindow closes exactly thirty minutes before the start [R-3.6][R-4.2][R-9.1]', () => {
  expect(getBookingWindow(showtime, at(30) - 1).open).toBe(true)
  expect(getBookingWindow(showtime, at(30))).toEqual({
    open: false,
    message: 'Booking cutoff time passed',
  })
})

test('getBookingWindow uses the cutoff of the showtime, also zero [R-3.6]', () => {
  expect(getBookingWindow({ ...showtime, cutoffMinutes: 5 }, at(6)).open).toBe(true)
  expect(getBookingWindow({ ...showtime, cutoffMinutes: 0 }, START - 1).open).toBe(true)
  expect(getBookingWindow({ ...showtime, cutoffMinutes: 90 }, at(80)).open).toBe(false)
})

test('getBookingWindow reports a started show from its start time on', () => {
  expect(getBookingWindow(showtime, START)).toEqual({ open: false, message: 'Show has started' })
})

test.each([
  [150, 'Booking closes in 2h 0m'],
  [155.5, 'Booking closes in 2h 5m'],
  [89, 'Booking closes in 59m'],
  [30.2, 'Booking closes in 1m'],
])(
  'getBookingWindow %d minutes before the start counts down "%s" [R-4.5]',
  (minutes, countdown) => {
    expect(getBookingWindow(showtime, at(minutes))).toMatchObject({ open: true, countdown })
  },
)

test('getBookingWindow is closed without a start time [R-4.6]', () => {
  expect(getBookingWindow({}, START)).toMatchObject({ open: false })
})
