import { formatIsoDate, formatTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { businessDayAt, isDailyStart, upcomingStarts } from './calendar.ts'

const format = (instants: number[], timeZone: string) =>
  instants.map((start) => `${formatIsoDate(start, timeZone)} ${formatTime(start, timeZone)}`)

test('upcomingStarts skips a start of today that has passed', () => {
  const now = Date.parse('2026-12-01T21:30:00+05:30')

  const starts = format(upcomingStarts('21:30', { now, timeZone: 'Asia/Kolkata' }), 'Asia/Kolkata')

  expect(starts).toHaveLength(7)
  expect(starts[0]).toBe('2026-12-02 9:30 PM')
  expect(starts.at(-1)).toBe('2026-12-08 9:30 PM')
})

test('upcomingStarts keeps the local time when daylight saving time ends', () => {
  const zone = 'America/New_York'
  const now = Date.parse('2026-10-30T12:00:00Z')

  const starts = upcomingStarts('19:00', { now, timeZone: zone })

  expect(format(starts, zone).every((start) => start.endsWith('7:00 PM'))).toBe(true)
  expect(starts.every((start) => isDailyStart(start, '19:00', zone))).toBe(true)
  expect(starts).toHaveLength(8)
})

test.each([
  ['Asia/Kolkata', '2026-12-02T04:59:59+05:30', '2026-12-01'],
  ['Asia/Kolkata', '2026-12-02T05:00:00+05:30', '2026-12-02'],
  ['Asia/Kolkata', '2026-12-02T23:59:00+05:30', '2026-12-02'],
  // The clocks jump from 2:00 to 3:00.
  ['Europe/Berlin', '2026-03-29T04:59:00+02:00', '2026-03-28'],
  ['Europe/Berlin', '2026-03-29T05:00:00+02:00', '2026-03-29'],
  // They go back from 3:00 to 2:00.
  ['Europe/Berlin', '2026-10-25T02:30:00+01:00', '2026-10-24'],
  ['Europe/Berlin', '2026-10-25T05:00:00+01:00', '2026-10-25'],
  // They jump from 0:00 to 1:00.
  ['America/Santiago', '2027-09-04T23:59:59-04:00', '2027-09-04'],
  ['America/Santiago', '2027-09-05T01:00:00-03:00', '2027-09-04'],
  ['America/Santiago', '2027-09-05T05:00:00-03:00', '2027-09-05'],
])('businessDayAt in %s at %s is %s [S-626]', (timeZone, instant, date) => {
  const day = businessDayAt(Date.parse(instant), { timeZone, businessDayEnds: '05:00' })

  expect(day.date).toBe(date)
  expect(day.from).toBeLessThanOrEqual(Date.parse(instant))
  expect(day.to).toBeGreaterThan(Date.parse(instant))
})

test('businessDayAt is an hour shorter and longer on the days on which the clocks change [S-626]', () => {
  const hoursOf = (instant: string) => {
    const hours = { timeZone: 'Europe/Berlin', businessDayEnds: '05:00' }
    const { from, to } = businessDayAt(Date.parse(instant), hours)
    return (to - from) / 3_600_000
  }

  expect(hoursOf('2026-03-28T12:00:00Z')).toBe(23)
  expect(hoursOf('2026-10-24T12:00:00Z')).toBe(25)
  expect(hoursOf('2026-12-01T12:00:00Z')).toBe(24)
})
