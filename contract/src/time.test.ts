import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#test/random-runs.ts'
import {
  addDays,
  describePastDay,
  endOfShow,
  formatDate,
  formatDateTime,
  formatDay,
  formatIsoDate,
  formatLocalTime,
  formatMoment,
  formatNearDate,
  formatNearDateTime,
  formatNearDay,
  formatNearMoment,
  formatShortDate,
  formatTime,
  formatTimeOfDay,
  parseLocalTime,
  startOfDay,
} from './time.ts'

const KOLKATA = 'Asia/Kolkata'
const LATE = Date.parse('2026-11-30T20:00:00Z')

test('formatDay names a day, whatever the time zone of the process', () => {
  expect(formatDay('2026-12-01')).toBe('Tue, 1 Dec 2026')
})

test('formatShortDate leaves out the year of the reader in the cinema', () => {
  const clock = { now: Date.parse('2026-12-31T20:00:00Z'), timeZone: KOLKATA }
  expect(formatShortDate(LATE, clock)).toBe('Tue, 1 Dec 2026')
  expect(formatShortDate(clock.now, clock)).toBe('Fri, 1 Jan')
})

test('formatLocalTime writes a time of day as all others are written', () => {
  expect(['00:05', '14:00', '21:30'].map(formatLocalTime)).toEqual([
    '12:05 AM',
    '2:00 PM',
    '9:30 PM',
  ])
})

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

test.each([
  ['Asia/Kolkata', '2026-12-01', '2026-12-01T00:00:00+05:30'],
  ['Asia/Kathmandu', '2026-12-01', '2026-12-01T00:00:00+05:45'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29T00:00:00+01:00'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25T00:00:00+02:00'],
  ['America/New_York', '2026-11-01', '2026-11-01T00:00:00-04:00'],
  ['America/New_York', '2026-11-02', '2026-11-02T00:00:00-05:00'],
  // The clocks jump from 0:00 to 1:00.
  ['America/Santiago', '2027-09-05', '2027-09-05T01:00:00-03:00'],
  ['Africa/Cairo', '2026-04-24', '2026-04-24T01:00:00+03:00'],
  // They go back from 1:00 to 0:00: the day has two midnights.
  ['America/Havana', '2026-11-01', '2026-11-01T00:00:00-04:00'],
  // They go back from 24:00 to 23:00.
  ['America/Santiago', '2027-04-04', '2027-04-04T00:00:00-04:00'],
  // The island has left this day out.
  ['Pacific/Apia', '2011-12-30', '2011-12-31T00:00:00+14:00'],
])('startOfDay in %s of %s is %s [S-625]', (timeZone, day, instant) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(new Date(instant).toISOString())
})

test('startOfDay is the first instant of its day in every zone [S-625]', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const days = fc.integer({ min: 0, max: 5000 }).map((count) => addDays('2020-01-01', count))
  fc.assert(
    fc.property(days, fc.constantFrom(...zones), (day, timeZone) => {
      const start = startOfDay(day, timeZone)
      expect(formatIsoDate(start, timeZone)).toBe(day)
      expect(formatIsoDate(start - 1, timeZone)).toBe(addDays(day, -1))
    }),
    randomRuns({ few: 200, many: 2000 }),
  )
})

test.each([
  ['02:30', '2026-03-29T03:00:00+02:00', 'is left out'],
  ['02:00', '2026-03-29T03:00:00+02:00', 'is left out'],
  ['01:59', '2026-03-29T01:59:00+01:00', 'is before the change'],
])(
  'parseLocalTime of %s on the day on which the clocks jump is %s: it %s [S-625]',
  (time, instant) => {
    expect(parseLocalTime('2026-03-29', time, 'Europe/Berlin')).toBe(Date.parse(instant))
  },
)

test('parseLocalTime of a time that is there twice is the first one [S-625]', () => {
  expect(parseLocalTime('2026-10-25', '02:30', 'Europe/Berlin')).toBe(
    Date.parse('2026-10-25T02:30:00+02:00'),
  )
})

test('addDays counts days of the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29')
})

const LATE_EVENING = { now: Date.parse('2026-12-01T23:30:00+05:30'), timeZone: 'Asia/Kolkata' }

test.each([
  ['2026-12-01T23:45:00+05:30', 'Today, 11:45 PM', '11:45 PM today'],
  ['2026-12-02T00:30:00+05:30', 'Tomorrow, 12:30 AM', '12:30 AM tomorrow'],
  ['2026-12-03T18:30:00+05:30', 'Thu, 3 Dec 2026, 6:30 PM', '6:30 PM on Thu, 3 Dec 2026'],
  ['2026-11-30T18:30:00+05:30', 'Mon, 30 Nov 2026, 6:30 PM', '6:30 PM on Mon, 30 Nov 2026'],
  ['2027-12-01T23:45:00+05:30', 'Wed, 1 Dec 2027, 11:45 PM', '11:45 PM on Wed, 1 Dec 2027'],
])('formatNearDateTime of %s is %s, and within a sentence %s [S-666]', (time, alone, within) => {
  const instant = Date.parse(time)

  expect(formatNearDateTime(instant, LATE_EVENING)).toBe(alone)
  expect(formatNearMoment(instant, LATE_EVENING)).toBe(within)
})

test('formatNearDate of the day after a day of 25 hours is Tomorrow, also early in the morning [S-625][S-666]', () => {
  const timeZone = 'America/New_York'
  const now = Date.parse('2026-11-01T00:30:00-04:00')
  const dayOf = (time: string) => formatNearDate(Date.parse(time), { now, timeZone })

  expect(dayOf('2026-11-01T23:30:00-05:00')).toBe('Today')
  expect(dayOf('2026-11-02T19:00:00-05:00')).toBe('Tomorrow')
})

test('an instant that is no time is formatted as an empty text [S-617]', () => {
  const formats = [
    ...[formatDate, formatTime, formatDateTime, formatIsoDate, formatTimeOfDay, formatMoment],
  ]
  const nearFormats = [
    ...[formatNearDate, formatNearDateTime, formatNearDay, formatNearMoment, describePastDay],
  ]

  const texts = [
    ...formats.map((format) => format(Number.NaN, 'Asia/Kolkata')),
    ...nearFormats.map((format) => format(Number.NaN, LATE_EVENING)),
  ]
  expect(new Set(texts)).toEqual(new Set(['']))
})

test('endOfShow adds the minutes of the movie to the start', () => {
  const startsAt = Date.parse('2026-12-01T18:00:00Z')

  expect(new Date(endOfShow(startsAt, 148)).toISOString()).toBe('2026-12-01T20:28:00.000Z')
})
