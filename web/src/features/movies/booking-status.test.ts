import { expect, test } from 'vitest'
import {
  getBookingStatus,
  listBookableFirst,
  selectFeaturedMovie,
} from '#features/movies/booking-status.ts'
import { createMovie, createShowtime } from '#test/fixtures.ts'

const now = Date.now()
const statusOf = (...showtimes: Parameters<typeof listBookableFirst>[0]) =>
  getBookingStatus({ showtimes }, now)

test('getBookingStatus of a bare id returns open without a countdown [R-4.7]', () => {
  expect(statusOf('s1')).toEqual({ state: 'open', showtimeId: 's1' })
})

test.each([[[]], [['undefined']], [['']], [[createShowtime(90, { _id: 'undefined' })]]])(
  'getBookingStatus without a usable showtime returns none: %j [R-2.24]',
  (showtimes) => {
    expect(statusOf(...showtimes)).toEqual({ state: 'none' })
  },
)

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
