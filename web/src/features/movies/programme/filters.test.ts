import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMovie, createShowtime } from '#test/fixtures.ts'
import {
  type DayOfMovie,
  FILTERS,
  type FilterValues,
  filterDays,
  getTimeOfDay,
  listFilterOptions,
} from './filters.ts'

const KOLKATA = 'Asia/Kolkata'
const NONE: FilterValues = { language: '', genre: '', time: '', seats: '' }

test.each([
  ['04:59', 'Night'],
  ['05:00', 'Morning'],
  ['11:59', 'Morning'],
  ['12:00', 'Afternoon'],
  ['16:59', 'Afternoon'],
  ['17:00', 'Evening'],
  ['20:59', 'Evening'],
  ['21:00', 'Night'],
  ['00:00', 'Night'],
])('getTimeOfDay of %s in the cinema is %s [S-374]', (time, expected) => {
  expect(getTimeOfDay(`2026-12-01T${time}:00+05:30`, KOLKATA)).toBe(expected)
})

const programmes = fc.array(
  fc
    .record({
      name: fc.string(),
      genre: fc.constantFrom('Action, Drama', 'Comedy', ''),
      language: fc.constantFrom('Tamil', 'Telugu'),
      shows: fc.array(
        fc.record({ hour: fc.integer({ min: 0, max: 23 }), seatsLeft: fc.nat({ max: 2 }) }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(
      ({ shows, language, ...movie }): DayOfMovie => ({
        movie: createMovie(movie.name, { ...movie, language }),
        showtimes: shows.map(
          ({ hour, seatsLeft }): ProgrammeShowtime => ({
            ...createShowtime(0, {
              startTime: `2026-12-01T${String(hour).padStart(2, '0')}:00:00Z`,
            }),
            endTime: '2026-12-02T00:00:00Z',
            language,
            seatsLeft,
            categories: [
              { category: 'VIP', seatsLeft },
              { category: 'Standard', seatsLeft: 0 },
            ],
          }),
        ),
      }),
    ),
  { maxLength: 5 },
)

test('each option except a sold-out category finds a showtime, and no filter finds all [S-374]', () => {
  fc.assert(
    fc.property(programmes, (days) => {
      const options = listFilterOptions(days, KOLKATA)
      for (const filter of FILTERS)
        for (const value of options[filter]) {
          const found = filterDays(days, { ...NONE, [filter]: value }, KOLKATA)
          const isSoldOut =
            filter === 'seats' &&
            days.every(({ showtimes }) =>
              showtimes.every(({ categories }) =>
                categories.every((one) => one.category !== value || one.seatsLeft === 0),
              ),
            )
          expect([filter, value, found.length === 0]).toEqual([filter, value, isSoldOut])
        }
      expect(filterDays(days, NONE, KOLKATA)).toEqual(days)
    }),
    randomRuns({ few: 100, many: 1000 }),
  )
})

test('filterDays combines all filters [S-374]', () => {
  const show = (changes: Partial<ProgrammeShowtime>): ProgrammeShowtime => ({
    ...createShowtime(0, { startTime: '2026-12-01T13:00:00Z' }),
    endTime: '2026-12-01T15:00:00Z',
    language: 'Tamil',
    categories: [{ category: 'VIP', seatsLeft: 1 }],
    ...changes,
  })
  const wanted = show({ _id: 'wanted' })
  const showtimes = [
    wanted,
    show({ startTime: '2026-12-01T04:00:00Z' }),
    show({ language: 'Telugu' }),
    show({ categories: [{ category: 'VIP', seatsLeft: 0 }] }),
  ]
  const days = ['Action, Drama', 'Comedy'].map((genre) => ({
    movie: createMovie(genre, { genre }),
    showtimes,
  }))

  const filters = { language: 'Tamil', genre: 'Drama', time: 'Evening', seats: 'VIP' }
  expect(filterDays(days, filters, KOLKATA)).toEqual([
    { movie: days[0]?.movie, showtimes: [wanted] },
  ])
})
