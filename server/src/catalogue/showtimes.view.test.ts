import { expect, test } from 'vitest'
import { showtimeView, sortByBookability } from './showtimes.view.ts'

const NOW = Date.parse('2026-12-01T12:00:00Z')
const MINUTE = 60_000

const showtime = (minutes: number, cutoffMinutes: number | null = null) =>
  showtimeView(
    {
      id: `${minutes}`,
      movie_id: 'metropolis',
      screen_id: 'one',
      screen: 'Screen 1',
      starts_at: NOW + minutes * MINUTE,
      cutoff_minutes: cutoffMinutes,
      rev: 0,
    },
    { seatsTotal: 10, seatsLeft: 10 },
    'Asia/Kolkata',
  )
const order = (...showtimes: ReturnType<typeof showtime>[]) =>
  sortByBookability(showtimes, NOW).map(({ _id }) => Number(_id))

test('sortByBookability puts open showtimes first, then closed ones, then started ones', () => {
  expect(
    order(showtime(-90), showtime(500), showtime(25), showtime(10), showtime(40), showtime(-5)),
  ).toEqual([40, 500, 10, 25, -5, -90])
})

test('sortByBookability uses the cutoff of each showtime', () => {
  expect(order(showtime(10, 5), showtime(60, 90), showtime(120))).toEqual([10, 120, 60])
})

test('showtimeView omits a cutoff that is not set', () => {
  expect(showtime(60)).not.toHaveProperty('cutoffMinutes')
  expect(showtime(60, 0)).toHaveProperty('cutoffMinutes', 0)
})
