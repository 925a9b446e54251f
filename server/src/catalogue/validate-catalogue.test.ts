import { expect, test } from 'vitest'
import { daily, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { validateCatalogue } from './validate-catalogue.ts'

const when = { now: Date.parse('2026-12-01T12:00:00+05:30'), timeZone: 'Asia/Kolkata' }

const faultsOf = (screens: unknown[], movies: unknown[]) => {
  const read = validateCatalogue({ screens, movies }, when)
  return 'faults' in read ? read.faults : []
}
const at = (startTime: string, screen = 'Screen 1') => ({ screen, startTime, cutoffMinutes: 30 })

test('a sound file is read, with the defaults filled in', () => {
  const read = validateCatalogue(
    {
      screens: [makeScreen('Screen 1')],
      movies: [
        {
          ...makeMovie('Metropolis'),
          daily: undefined,
          showtimes: [{ screen: 'Screen 1', startTime: '2026-12-01T18:30:00+05:30' }],
        },
      ],
    },
    when,
  )

  expect(read).toMatchObject({
    catalogue: { movies: [{ daily: [], showtimes: [{ cutoffMinutes: 30 }] }] },
  })
})

test('a showtime on a screen that does not exist is named with its path', () => {
  const movies = ['Metropolis', 'Nosferatu', 'New'].map((name) =>
    makeMovie(name, { daily: [daily('Screen 9', '21:30')] }),
  )

  expect(faultsOf([makeScreen('Screen 1')], movies)).toContain(
    'movies[2].daily[0].screen: there is no screen called "Screen 9"',
  )
})

test('a field that nobody knows is refused where it stands', () => {
  const [first, ...others] = faultsOf(
    [makeScreen('Screen 1')],
    [{ ...makeMovie('Metropolis'), budget: 5 }],
  )

  expect(first).toBe('movies[0].budget: no such field')
  expect(others).toEqual([])
})

test('every fault is named in one go, also those that only the whole file shows', () => {
  const faults = faultsOf(
    [
      { ...makeScreen('Screen 1'), rows: [{ row: '1', seats: 0, category: '' }] },
      makeScreen('screen 1'),
      { ...makeScreen('Screen 2'), rows: [...makeScreen('Screen 2').rows, makeScreen('').rows[0]] },
    ],
    [
      {
        ...makeMovie('Metropolis', { daily: [daily('Screen 1', '25:00')] }),
        duration: 'long',
      },
      {
        ...makeMovie('Nosferatu', { showtimes: [at('2026-12-01 18:30', 'Screen 7')] }),
        rating: undefined,
      },
      makeMovie('metropolis'),
      'a film',
    ],
  )

  expect(faults.map((fault) => fault.split(':')[0])).toEqual([
    'screens[0].rows[0].row',
    'screens[0].rows[0].seats',
    'screens[0].rows[0].category',
    'movies[0].duration',
    'movies[0].daily[0].at',
    'movies[1].rating',
    'movies[1].showtimes[0].startTime',
    'movies[3]',
    'screens[1].name',
    'movies[2].name',
    'screens[2].rows[2].row',
    'movies[1].showtimes[0].screen',
  ])
})

test.each([5, null, [], {}, 'screens'])('%j is no catalogue, and no crash', (raw) => {
  expect(validateCatalogue(raw, when)).toHaveProperty('faults')
})

test('two films at once on one screen are a fault, end to start and on two screens they are none', () => {
  const faults = faultsOf(
    [makeScreen('Screen 1'), makeScreen('Screen 2')],
    [
      makeMovie('Metropolis', { showtimes: [at('2026-12-01T18:00:00+05:30')] }),
      makeMovie('New', {
        showtimes: [
          at('2026-12-01T14:29:00Z'),
          at('2026-12-01T18:00:00+05:30', 'Screen 2'),
          at('2026-12-01T21:59:00+05:30'),
        ],
      }),
    ],
  )

  expect(faults).toEqual([
    'movies[1].showtimes[0].startTime: overlaps movies[0].showtimes[0].startTime on "Screen 1"',
  ])
})

test('a long film overlaps all that start before its end, not only the next', () => {
  const faults = faultsOf(
    [makeScreen('Screen 1')],
    [
      makeMovie('Metropolis', { duration: 300, showtimes: [at('2026-12-01T10:00:00+05:30')] }),
      makeMovie('New', {
        duration: 20,
        showtimes: [at('2026-12-01T11:00:00+05:30'), at('2026-12-01T14:00:00+05:30')],
      }),
    ],
  )

  expect(faults).toHaveLength(2)
})

test('what plays daily must not meet other daily films, also across midnight', () => {
  const faults = faultsOf(
    [makeScreen('Screen 1')],
    [
      makeMovie('Metropolis', { daily: [daily('Screen 1', '23:00')] }),
      makeMovie('New', {
        daily: [daily('Screen 1', '00:59'), daily('Screen 1', '21:00')],
      }),
    ],
  )

  expect(faults).toEqual(['movies[1].daily[0].at: overlaps movies[0].daily[0].at on "Screen 1"'])
})

test('what plays daily must not meet a single showtime to come, but may meet one long past', () => {
  const faults = faultsOf(
    [makeScreen('Screen 1')],
    [
      makeMovie('Metropolis', { daily: [daily('Screen 1', '18:00')] }),
      makeMovie('New', {
        showtimes: [at('2026-12-24T19:00:00+05:30'), at('2025-12-24T19:00:00+05:30')],
      }),
    ],
  )

  expect(faults).toEqual([
    'movies[1].showtimes[0].startTime: overlaps movies[0].daily[0].at on "Screen 1"',
  ])
})
