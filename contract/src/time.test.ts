import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#test/random-runs.ts'
import { formatDate, formatDateTime, formatIsoDate, formatTime, parseLocalTime } from './time.ts'

const KOLKATA = 'Asia/Kolkata'
const LATE = Date.parse('2026-11-30T20:00:00Z')

test('formatIsoDate, formatTime, formatDate and formatDateTime use the time zone of the cinema', () => {
  expect(formatIsoDate(LATE, KOLKATA)).toBe('2026-12-01')
  expect(formatTime(LATE, KOLKATA)).toBe('1:30 AM')
  expect(formatDate(LATE, KOLKATA)).toBe('Tue, 1 Dec 2026')
  expect(formatDateTime(LATE, KOLKATA)).toBe('Tue, 1 Dec 2026, 1:30 AM')
})

test.each([
  ['2026-12-01', '01:30', KOLKATA, '2026-11-30T20:00:00Z'],
  ['2026-03-29', '21:30', 'Europe/Berlin', '2026-03-29T21:30:00+02:00'],
  ['2026-10-25', '09:00', 'Europe/Berlin', '2026-10-25T09:00:00+01:00'],
])(
  'parseLocalTime of %s %s in %s is %s, also when the clocks change',
  (day, time, zone, instant) => {
    expect(parseLocalTime(day, time, zone)).toBe(Date.parse(instant))
  },
)

test('parseLocalTime reverses formatIsoDate and formatTime in every zone', () => {
  const instant = fc.integer({ min: 0, max: 40_000_000 }).map((minutes) => minutes * 60_000)
  const zone = fc.constantFrom(KOLKATA, 'UTC', 'Asia/Kathmandu', 'Pacific/Auckland')
  fc.assert(
    fc.property(instant, zone, (moment, timeZone) => {
      const [hour, rest = ''] = formatTime(moment, timeZone).split(':')
      const [minute, half] = rest.split(' ')
      const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
      const time = `${String(hours).padStart(2, '0')}:${minute}`
      const back = parseLocalTime(formatIsoDate(moment, timeZone), time, timeZone)
      // The hour that occurs twice in autumn may return the other instant.
      expect([0, 3_600_000]).toContain(Math.abs(back - moment))
    }),
    randomRuns({ few: 100, many: 1000 }),
  )
})
