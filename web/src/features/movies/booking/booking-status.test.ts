import { expect, test } from 'vitest'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import { listBookableFirst, selectFeaturedMovie } from './booking-status.ts'

const now = Date.now()

test('listBookableFirst sorts bookable showtimes first and omits those without a start time', () => {
  const options = listBookableFirst(
    [createShowtime(10), 'bare', createShowtime(120), createShowtime(90, { startTime: '' })],
    now,
  )

  expect(options.map(({ showtime, open }) => [showtime._id, open])).toEqual([
    ['in-120', true],
    ['in-10', false],
  ])
})

test('selectFeaturedMovie prefers bookable movies, then the best ratings', () => {
  const open = [createShowtime(120)]
  const movies = [
    createMovie('Closed', { ratings: 9.9, showtimes: [createShowtime(5)] }),
    createMovie('Good', { ratings: 7, showtimes: open }),
    createMovie('Better', { ratings: 8, showtimes: open }),
  ]

  expect(selectFeaturedMovie(movies, now)?.name).toBe('Better')
  expect(selectFeaturedMovie(movies.slice(0, 1), now)?.name).toBe('Closed')
})
