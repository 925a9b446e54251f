import { expect, test } from 'vitest'
import { createShowtime } from '#test/fixtures.ts'
import { listDays, parseDay } from './listing-days.ts'

const KOLKATA = 'Asia/Kolkata'
/** Half an hour after midnight in Kolkata, still the day before in UTC. */
const NOW = Date.parse('2026-12-31T00:30:00+05:30')

test('listDays has today, tomorrow and the further days with showtimes, in order [S-373]', () => {
  const dates = ['2027-01-04', '2026-12-30', '2027-01-02', '2027-01-04']
  const starts = dates.map((date) => createShowtime(0, { startTime: `${date}T12:00:00+05:30` }))
  const movies = [{ showtimes: [...starts, 'bare-id'] }]

  expect(listDays(movies, NOW, KOLKATA)).toEqual([
    ...['2026-12-31', '2027-01-01', '2027-01-02', '2027-01-04'],
  ])
  expect(listDays([], NOW, KOLKATA)).toEqual(['2026-12-31', '2027-01-01'])
})

test('listDays has the day after a day of 25 hours, also early in the morning [S-625]', () => {
  const now = Date.parse('2026-11-01T00:30:00-04:00')

  expect(listDays([], now, 'America/New_York')).toEqual(['2026-11-01', '2026-11-02'])
})

test('parseDay accepts days of the calendar only [S-373]', () => {
  expect(parseDay('2028-02-29')).toBe('2028-02-29')
  for (const param of ['2026-02-29', '2026-1-1', '2026', 'today', '', null])
    expect(parseDay(param)).toBeUndefined()
})
