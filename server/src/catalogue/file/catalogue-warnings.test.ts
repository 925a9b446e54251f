import { expect, test } from 'vitest'
import { daily, makeCatalogue, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { findWarnings } from './catalogue-warnings.ts'

/** The clocks of Berlin leave out the hour from two o'clock on 29 March 2026. */
const BERLIN = { now: Date.parse('2026-03-25T12:00:00Z'), timeZone: 'Europe/Berlin' }

test('findWarnings names the rows whose category is unknown, and what may be meant [S-624]', () => {
  const row = (category: string) => ({ row: 'A', seats: 1, category })
  const screens = [
    makeScreen('Screen 1', { rows: [row('VIP'), row('platinum'), row('Recliner'), row('Gold')] }),
  ]

  expect(findWarnings(makeCatalogue(screens, []), BERLIN)).toEqual([
    'screens[0].rows[1].category: "platinum" is unknown and costs as much as Standard. Is it "Platinum"?',
    'screens[0].rows[2].category: "Recliner" is unknown and costs as much as Standard.',
  ])
})

test('findWarnings names a start whose time is not that of the cinema, and a daily one that the clocks leave out [S-786]', () => {
  const at = (startTime: string) => ({ screen: 'Screen 1', startTime, cutoffMinutes: 30 })
  const movie = makeMovie('Late', {
    showtimes: [
      at('2026-03-29T02:30:00+01:00'),
      at('2026-03-28T22:00:00+01:00'),
      at('2026-03-30T22:00:00+02:00'),
      at('2026-03-30T20:00:00Z'),
    ],
    daily: [daily('Screen 1', '02:30'), daily('Screen 1', '18:00')],
  })

  expect(findWarnings(makeCatalogue([makeScreen('Screen 1')], [movie]), BERLIN)).toEqual([
    'movies[0].showtimes[0].startTime: 02:30+01:00 is 3:30 AM at the cinema (Europe/Berlin). Correct the offset, or the time if the clocks change then.',
    'movies[0].daily[0].at: the clocks leave out 2:30 AM on Sun, 29 Mar 2026, so the show begins at 3:00 AM. Choose another time, or add the day to "except".',
  ])
})
