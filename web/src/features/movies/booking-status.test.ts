import { expect, test } from 'vitest'
import {
  getBookingStatus,
  listBookableFirst,
  selectFeaturedMovie,
} from '#features/movies/booking-status.ts'
import { createMovie, createShowtime } from '#test/fixtures.ts'

const now = Date.now()
const offering = (...showtimes: Parameters<typeof listBookableFirst>[0]) =>
  getBookingStatus({ showtimes }, now)

test('a first showtime before its cutoff is open, with the time that is left', () => {
  expect(offering(createShowtime(150))).toMatchObject({
    state: 'open',
    showtimeId: 'in-150',
    countdown: expect.stringMatching(/^Booking closes in [12]h \d+m$/),
  })
})

test('between cutoff and start it is closed, and after the start for another reason', () => {
  expect(offering(createShowtime(29))).toEqual({
    state: 'closed',
    message: 'Booking cutoff time passed',
  })
  expect(offering(createShowtime(-1))).toEqual({ state: 'closed', message: 'Show has started' })
})

test('a bare id counts as open, with no countdown to show [R-4.7]', () => {
  expect(offering('s1')).toEqual({ state: 'open', showtimeId: 's1' })
})

test.each([[[]], [['undefined']], [['']], [[createShowtime(90, { _id: 'undefined' })]]])(
  'there is no offer without a usable showtime: %j [R-2.24]',
  (showtimes) => {
    expect(offering(...showtimes)).toEqual({ state: 'none' })
  },
)

test('choices put what can be booked first and leave out what has no time', () => {
  const choices = listBookableFirst(
    [createShowtime(10), 'bare', createShowtime(120), createShowtime(90, { startTime: '' })],
    now,
  )

  expect(choices.map(({ showtime, open }) => [showtime._id, open])).toEqual([
    ['in-120', true],
    ['in-10', false],
  ])
})

test('the film on the stage is the best liked of those that can be booked', () => {
  const open = [createShowtime(120)]
  const movies = [
    createMovie('Closed', { ratings: 9.9, showtimes: [createShowtime(5)] }),
    createMovie('Good', { ratings: 7, showtimes: open }),
    createMovie('Better', { ratings: 8, showtimes: open }),
  ]

  expect(selectFeaturedMovie(movies, now)?.name).toBe('Better')
  expect(selectFeaturedMovie(movies.slice(0, 1), now)?.name).toBe('Closed')
})
