import { expect, test } from 'vitest'
import { formatDay } from '#features/movies/showtime-labels.ts'

const ZONE = 'Asia/Kolkata'
const lateEvening = Date.parse('2026-12-01T23:30:00+05:30')
const dayOf = (startTime: string) => formatDay(Date.parse(startTime), lateEvening, ZONE)

test("days are the cinema's own: an hour can lie between today and tomorrow", () => {
  expect(dayOf('2026-12-01T23:45:00+05:30')).toBe('Today')
  expect(dayOf('2026-12-02T00:30:00+05:30')).toBe('Tomorrow')
})

test('later days are named', () => {
  expect(dayOf('2026-12-03T18:30:00+05:30')).toBe('Thu, 3 Dec')
})
