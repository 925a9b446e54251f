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
const findId = (screen: string, timing: string) =>
  findNextShowtime(movie, { movieName: 'Amaran', screen, timing }, now, ZONE)?._id

test.each(['6:30 PM', '6.30pm', '18:30', ' 06:30 pm '])(
  'findNextShowtime accepts the time %j',
  (timing) => {
    expect(findId('Screen 1', timing)).toBe('2026-12-02T18:30:00+05:30 Screen 1')
  },
)

test('findNextShowtime compares the screen and ignores case', () => {
  expect(findId('sCREEN 2', '6:30 PM')).toBe('2026-12-02T18:30:00+05:30 Screen 2')
  expect(findId('Screen 3', '6:30 PM')).toBeUndefined()
})

test('findNextShowtime without a matching time returns undefined', () => {
  expect(findId('Screen 1', '6:30 AM')).toBeUndefined()
  expect(findId('Screen 1', 'evening')).toBeUndefined()
})

test('findMovieByName compares the whole name and ignores case', () => {
  expect(findMovieByName([movie], 'AMARAN')).toBe(movie)
  expect(findMovieByName([movie], 'Amar')).toBeUndefined()
})
