import { expect, test } from 'vitest'
import { formatDay } from '#features/movies/showtime-labels.ts'

const ZONE = 'Asia/Kolkata'
const lateEvening = Date.parse('2026-12-01T23:30:00+05:30')
const dayOf = (startTime: string) => formatDay(Date.parse(startTime), lateEvening, ZONE)

test('formatDay uses the time zone of the cinema', () => {
  expect(dayOf('2026-12-01T23:45:00+05:30')).toBe('Today')
  expect(dayOf('2026-12-02T00:30:00+05:30')).toBe('Tomorrow')
})

test('formatDay returns weekday and date for later days', () => {
  expect(dayOf('2026-12-03T18:30:00+05:30')).toBe('Thu, 3 Dec')
})
