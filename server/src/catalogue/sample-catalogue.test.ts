import { bookingWindow } from '@marquee/contract/booking-window'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { upcomingStarts } from './calendar.ts'
import type { CatalogueMovie } from './catalogue.schema.ts'
import sample from './sample-catalogue.json' with { type: 'json' }
import { validateCatalogue } from './validate-catalogue.ts'

const MINUTE = 60_000
/** The timer fills the days again after this long, and a server may be slow about it. */
const LATE = 60 * MINUTE

const read = validateCatalogue(sample, { now: 0, timeZone: 'Asia/Kolkata' })
const { screens, movies } = 'catalogue' in read ? read.catalogue : { screens: [], movies: [] }

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

/** Whether each coming showtime of a film is open at `now`, with the days last filled at `filled`. */
function opennessOf(movie: CatalogueMovie, { now, filled, timeZone }: Moment) {
  return movie.daily.flatMap(({ at, cutoffMinutes }) =>
    upcomingStarts(at, filled, timeZone)
      .map((start) => ({ startTime: new Date(start).toISOString(), cutoffMinutes }))
      .map((showtime) => bookingWindow(showtime, now).open),
  )
}
type Moment = { now: number; filled: number; timeZone: string }

test('the sample is a sound catalogue', () => {
  expect(read).not.toHaveProperty('faults')
})

test('at any moment, wherever the cinema stands, films can be booked, one is closed and one has no showtime', () => {
  fc.assert(
    fc.property(anyMoment, anyZone, fc.nat(LATE), (moment, timeZone, late) => {
      const now = moment.getTime()
      const openness = movies.map((movie) =>
        opennessOf(movie, { now, filled: now - late, timeZone }),
      )
      const bookable = openness.filter((films) => films.includes(true))
      const closed = openness.filter((films) => films.length > 0 && !films.includes(true))
      const without = openness.filter((films) => films.length === 0)

      expect(bookable.length).toBeGreaterThanOrEqual(5)
      expect(closed).toHaveLength(1)
      expect(without).toHaveLength(1)
    }),
    { numRuns: 500 },
  )
})

test('the three halls are a small, a usual and a large one', () => {
  const seats = screens.map(({ rows }) => rows.reduce((sum, row) => sum + row.seats, 0))

  expect(seats).toEqual([86, 250, 600])
  expect(new Set(screens[0]?.rows.map(({ category }) => category)).size).toBe(3)
})

test('the five films that the poster rule knows are among them', () => {
  const names = movies.map(({ name }) => name)

  expect(names.length).toBeGreaterThanOrEqual(8)
  for (const name of ['Amaran', 'Brother', 'Pushpa', 'Mission', 'New']) {
    expect(names).toContain(name)
  }
})
