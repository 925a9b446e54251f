import { expect, test } from 'vitest'
import { findMovieByName, findNextShowtime } from '#features/movies/legacy-links.ts'
import { createMovie, createShowtime } from '#test/fixtures.ts'

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
const wished = (screen: string, timing: string) =>
  findNextShowtime(movie, { movieName: 'Amaran', screen, timing }, now, ZONE)?._id

test.each(['6:30 PM', '6.30pm', '18:30', ' 06:30 pm '])(
  'an old link for %j leads to the next such showtime',
  (timing) => {
    expect(wished('Screen 1', timing)).toBe('2026-12-02T18:30:00+05:30 Screen 1')
  },
)

test('case does not matter, the screen does', () => {
  expect(wished('sCREEN 2', '6:30 PM')).toBe('2026-12-02T18:30:00+05:30 Screen 2')
  expect(wished('Screen 3', '6:30 PM')).toBeUndefined()
})

test('another time of day, or none, is no match', () => {
  expect(wished('Screen 1', '6:30 AM')).toBeUndefined()
  expect(wished('Screen 1', 'evening')).toBeUndefined()
})

test('a movie is found by its whole name, whatever its case', () => {
  expect(findMovieByName([movie], 'AMARAN')).toBe(movie)
  expect(findMovieByName([movie], 'Amar')).toBeUndefined()
})
