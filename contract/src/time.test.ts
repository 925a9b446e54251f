import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cinemaDate, cinemaDay, cinemaInstant, cinemaTime } from './time.ts'

const KOLKATA = 'Asia/Kolkata'
const LATE = Date.parse('2026-11-30T20:00:00Z')

test('people read the day and the hour of the cinema, not of the device', () => {
  expect(cinemaDay(LATE, KOLKATA)).toBe('2026-12-01')
  expect(cinemaTime(LATE, KOLKATA)).toBe('1:30 AM')
  expect(cinemaDate(LATE, KOLKATA)).toBe('Tue, 1 Dec 2026')
})

test('a wall clock of the cinema names one instant', () => {
  expect(cinemaInstant('2026-12-01', '01:30', KOLKATA)).toBe(LATE)
})

test('also on the days on which the clocks change', () => {
  expect(cinemaInstant('2026-03-29', '21:30', 'Europe/Berlin')).toBe(
    Date.parse('2026-03-29T21:30:00+02:00'),
  )
  expect(cinemaInstant('2026-10-25', '09:00', 'Europe/Berlin')).toBe(
    Date.parse('2026-10-25T09:00:00+01:00'),
  )
})

test('day and time lead back to where they came from, in every zone with whole minutes', () => {
  const instant = fc.integer({ min: 0, max: 40_000_000 }).map((minutes) => minutes * 60_000)
  const zone = fc.constantFrom(KOLKATA, 'UTC', 'Asia/Kathmandu', 'Pacific/Auckland')
  fc.assert(
    fc.property(instant, zone, (moment, timeZone) => {
      const [hour, rest = ''] = cinemaTime(moment, timeZone).split(':')
      const [minute, half] = rest.split(' ')
      const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
      const time = `${String(hours).padStart(2, '0')}:${minute}`
      const back = cinemaInstant(cinemaDay(moment, timeZone), time, timeZone)
      // Only the hour that an autumn night has twice may come back as the other of the two.
      expect([0, 3_600_000]).toContain(Math.abs(back - moment))
    }),
  )
})
