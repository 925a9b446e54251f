import { formatIsoDate, formatTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { isDailyStart, upcomingStarts } from './calendar.ts'

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
