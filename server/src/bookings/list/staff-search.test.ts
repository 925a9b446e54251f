import { expect, test } from 'vitest'
import { splitDate } from './staff-search.ts'

test.each([
  ['H7 27 Nov', 'H7', '2026-11-27'],
  ['h7 27nov', 'h7', '2026-11-27'],
  ['H7, Fri, 27 November 2026', 'H7,', '2026-11-27'],
  ['H7 27/11', 'H7', '2026-11-27'],
  ['H7 27.11.2025', 'H7', '2025-11-27'],
  ['H7 2026-11-27', 'H7', '2026-11-27'],
  ['Asha Rao 2 Jan', 'Asha Rao', '2027-01-02'],
  ['27 Nov', '', '2026-11-27'],
])('splitDate of %j is %j and %s [S-723]', (text, rest, date) => {
  expect(splitDate(text, '2026-11-25')).toEqual({ rest, date })
})

test('splitDate takes the nearest day of a date without a year [S-723]', () => {
  expect(splitDate('H7 28 Dec', '2027-01-02').date).toBe('2026-12-28')
  expect(splitDate('H7 29 Feb', '2027-12-01').date).toBe('2028-02-29')
})

test.each([
  ' H7 ',
  '31 Feb',
  'H7 32 Nov',
  '98765 43210',
  'MQ-27NOV23456',
  'TN01AB1234',
  'asha@example.com',
  'May',
])('splitDate finds no date in %j', (text) => {
  expect(splitDate(text, '2026-11-25')).toEqual({ rest: text.trim() })
})
