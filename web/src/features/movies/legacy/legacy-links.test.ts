import { expect, test } from 'vitest'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import { findMovieByName, findNextShowtime } from './legacy-links.ts'

const ZONE = 'Asia/Kolkata'
const now = Date.parse('2026-12-01T10:00:00+05:30')
const at = (startTime: string, screen = 'Screen 1') =>
  createShowtime(0, { _id: `${startTime} ${screen}`, startTime, screen })

const movie = createMovie('Amaran', {
  showtimes: [
    at('2026-12-03T18:30:00+05:30'),
    at('2026-12-02T18:30:00+05:30'),
    at('2026-12-02T18:30:00+05:30', 'Screen 2'),
    at('2026-11-30T18:30:00+05:30'),
  ],
})

test.each([
  ['Screen 1', '6:30 PM', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['Screen 1', '6.30pm', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['Screen 1', '18:30', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['Screen 1', ' 06:30 pm ', '2026-12-02T18:30:00+05:30 Screen 1'],
  ['sCREEN 2', '6:30 PM', '2026-12-02T18:30:00+05:30 Screen 2'],
  ['Screen 3', '6:30 PM', undefined],
  ['Screen 1', '6:30 AM', undefined],
  ['Screen 1', 'evening', undefined],
])('findNextShowtime in %s at %j returns %s', (screen, timing, id) => {
  const link = { movieName: 'Amaran', screen, timing }

  expect(findNextShowtime(movie, link, now, ZONE)?._id).toBe(id)
})

test('findMovieByName finds a name in another Unicode form [S-621]', () => {
  const movies = [createMovie('Am\u00e9lie')]

  expect(findMovieByName(movies, 'ame\u0301lie')).toBe(movies[0])
})
