import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import { randomRuns } from '@marquee/contract/test/random-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { upcomingStarts } from '../schedule/calendar.ts'
import type { CatalogueMovie } from './catalogue.schema.ts'
import sample from './sample-catalogue.json' with { type: 'json' }
import { validateCatalogue } from './validate-catalogue.ts'

const MINUTE = 60_000
/** The schedule is extended every ten minutes. A slow server may be late. */
const MAX_DELAY = 60 * MINUTE

const result = validateCatalogue(sample)
const { screens, movies } = 'catalogue' in result ? result.catalogue : { screens: [], movies: [] }

const anyMoment = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const anyZone = fc.constantFrom(
  'Asia/Kolkata',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
)

/** Whether each upcoming showtime of a movie is open at `now`, if the schedule was last extended at `extendedAt`. */
function opennessOf(movie: CatalogueMovie, { now, extendedAt, timeZone }: Moment) {
  return movie.daily.flatMap(({ at, cutoffMinutes }) =>
    upcomingStarts(at, { now: extendedAt, timeZone })
      .map((start) => ({ startTime: new Date(start).toISOString(), cutoffMinutes }))
      .map((showtime) => getBookingWindow(showtime, now).open),
  )
}
type Moment = { now: number; extendedAt: number; timeZone: string }

test('the sample catalogue is valid', () => {
  expect(result).not.toHaveProperty('problems')
})

test('the sample catalogue has bookable movies, a closed showtime and a movie without showtimes at any time in any zone, and no movie is closed all week [S-823]', () => {
  fc.assert(
    fc.property(anyMoment, anyZone, fc.nat(MAX_DELAY), (moment, timeZone, delay) => {
      const now = moment.getTime()
      const openness = movies
        .filter(({ releaseDate }) => releaseDate === undefined)
        .map((movie) => opennessOf(movie, { now, extendedAt: now - delay, timeZone }))
      const bookable = openness.filter((list) => list.includes(true))
      const closedAllWeek = openness.filter((list) => list.length > 0 && !list.includes(true))
      const without = openness.filter((list) => list.length === 0)

      expect(bookable.length).toBeGreaterThanOrEqual(5)
      expect(closedAllWeek).toEqual([])
      expect(openness.flat()).toContain(false)
      expect(without).toHaveLength(1)
    }),
    randomRuns({ few: 100, many: 1000 }),
  )
})

test('the sample catalogue has a small, a medium and a large screen and the movies of the poster rule', () => {
  const seats = screens.map(({ rows }) => rows.reduce((sum, row) => sum + row.seats, 0))
  const names = movies.map(({ name }) => name)

  expect(seats).toEqual([86, 250, 600])
  expect(new Set(screens[0]?.rows.map(({ category }) => category)).size).toBe(3)
  expect(names.length).toBeGreaterThanOrEqual(8)
  expect(names).toEqual(expect.arrayContaining(['Amaran', 'Brother', 'Pushpa', 'Mission', 'New']))
})

test('the sample catalogue has a movie with a trailer [S-823]', () => {
  expect(movies.filter(({ trailer }) => trailer).length).toBeGreaterThanOrEqual(1)
})
