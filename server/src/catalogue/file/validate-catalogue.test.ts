import { expect, test } from 'vitest'
import { daily, makeMovie, makeScreen } from '#test/support/catalogues.ts'
import { validateCatalogue } from './validate-catalogue.ts'

const problemsOf = (screens: unknown[], movies: unknown[]) => {
  const result = validateCatalogue({ screens, movies })
  return 'problems' in result ? result.problems : []
}
const at = (startTime: string, screen = 'Screen 1') => ({ screen, startTime, cutoffMinutes: 30 })

test('validateCatalogue fills in the defaults of a valid file', () => {
  const result = validateCatalogue({
    screens: [makeScreen('Screen 1')],
    movies: [
      {
        ...makeMovie('Metropolis'),
        daily: undefined,
        showtimes: [{ screen: 'Screen 1', startTime: '2026-12-01T18:30:00+05:30' }],
      },
    ],
  })

  expect(result).toMatchObject({
    catalogue: { movies: [{ daily: [], showtimes: [{ cutoffMinutes: 30 }] }] },
  })
})

test('validateCatalogue reports an unknown field with its path', () => {
  const movies = [{ ...makeMovie('Metropolis'), budget: 5 }]

  expect(problemsOf([makeScreen('Screen 1')], movies)).toEqual(['movies[0].budget: unknown field'])
})

test('validateCatalogue reports accessible places that the row does not have, or that are of two types [S-324]', () => {
  const [row] = makeScreen('Screen 1').rows
  const screen = (accessible: number[], companion: number[]) => ({
    ...makeScreen('Screen 1'),
    rows: [{ ...row, accessible, companion }],
  })

  expect(problemsOf([screen([1], [2])], [])).toEqual([])
  expect(problemsOf([screen([1, 9], [1])], [])).toEqual([
    'screens[0].rows[0].accessible: the row has no seat 9',
    'screens[0].rows[0].companion: seat 1 is already in accessible',
  ])
})

test('validateCatalogue reports all problems of a file at once', () => {
  const problems = problemsOf(
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
      'a movie',
    ],
  )

  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
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

test.each([5, null, [], {}, 'screens'])('validateCatalogue refuses %j', (raw) => {
  expect(validateCatalogue(raw)).toHaveProperty('problems')
})

const DAILY = 'movies[0].daily[0].at'
const FIRST = 'movies[0].showtimes[0].startTime'
const metropolis = (other: Parameters<typeof makeMovie>[1]) => makeMovie('Metropolis', other)
const isNew = (other: Parameters<typeof makeMovie>[1]) => makeMovie('New', other)

test.each([
  [
    'two movies at the same time on one screen only',
    metropolis({ showtimes: [at('2026-12-01T18:00:00+05:30')] }),
    isNew({
      showtimes: [
        at('2026-12-01T14:29:00Z'),
        at('2026-12-01T18:00:00+05:30', 'Screen 2'),
        at('2026-12-01T21:59:00+05:30'),
      ],
    }),
    [`movies[1].showtimes[0].startTime: overlaps ${FIRST}`],
  ],
  [
    'every showtime that starts during a long movie',
    metropolis({ duration: 300, showtimes: [at('2026-12-01T10:00:00+05:30')] }),
    isNew({
      duration: 20,
      showtimes: [at('2026-12-01T11:00:00+05:30'), at('2026-12-01T14:00:00+05:30')],
    }),
    [0, 1].map((n) => `movies[1].showtimes[${n}].startTime: overlaps ${FIRST}`),
  ],
  [
    'overlapping daily showtimes, also across midnight',
    metropolis({ daily: [daily('Screen 1', '23:00')] }),
    isNew({ daily: [daily('Screen 1', '00:59'), daily('Screen 1', '21:00')] }),
    [`movies[1].daily[0].at: overlaps ${DAILY}`],
  ],
])('validateCatalogue reports %s', (_, one, other, problems) => {
  const found = problemsOf([makeScreen('Screen 1'), makeScreen('Screen 2')], [one, other])

  expect(found).toEqual(
    problems.map((problem) => `${problem} on "Screen 1". Choose another time or screen.`),
  )
})

test('validateCatalogue accepts a showtime at the time of a daily one [S-623]', () => {
  const regular = metropolis({ daily: [daily('Screen 1', '18:00')] })
  const premiere = isNew({ showtimes: [at('2026-12-24T19:00:00+05:30')] })

  expect(problemsOf([makeScreen('Screen 1')], [regular, premiere])).toEqual([])
})

test('validateCatalogue normalizes names and what refers to them [S-621]', () => {
  const result = validateCatalogue({
    screens: [makeScreen(' Salle Ame\u0301lie ')],
    movies: [
      {
        ...makeMovie('Ame\u0301lie '),
        showtimes: [at('2026-12-01T18:30:00+05:30', 'Salle Am\u00e9lie')],
      },
    ],
  })

  expect(result).toMatchObject({
    catalogue: {
      screens: [{ name: 'Salle Am\u00e9lie' }],
      movies: [{ name: 'Am\u00e9lie', showtimes: [{ screen: 'Salle Am\u00e9lie' }] }],
    },
  })
})

test('validateCatalogue reports names that are one name after normalization, and an id that is there twice [S-621]', () => {
  const screens = [
    {
      ...makeScreen('Screen 1', { rows: [] }),
      rows: makeScreen('').rows.map((row) => ({ ...row, id: 'row' })),
    },
    { ...makeScreen('Screen 2'), id: 'two' },
    { ...makeScreen('Screen 3'), id: 'two' },
  ]
  const movies = [
    { ...makeMovie('Am\u00e9lie'), daily: [{ ...daily('Screen 1', '18:00'), id: 'evening' }] },
    { ...makeMovie('Ame\u0301lie'), daily: [{ ...daily('Screen 2', '18:00'), id: 'evening' }] },
  ]

  expect(problemsOf(screens, movies)).toEqual([
    'screens[2].id: "two" is already screens[1].id',
    'movies[1].name: "Am\u00e9lie" is already movies[0].name',
    'screens[0].rows[1].id: "row" is already screens[0].rows[0].id',
    'movies[1].daily[0].id: "evening" is already movies[0].daily[0].id',
  ])
})

test.each(['nul \0', 'lone \ud83c'])(
  'validateCatalogue reports text that cannot be stored: %j [S-622]',
  (summary) => {
    expect(problemsOf([], [makeMovie('Metropolis', { summary })])).toEqual([
      'movies[0].summary: has a character that cannot be stored',
    ])
  },
)

test('validateCatalogue accepts a file with or without the cinema, and fills in when visitors should arrive', () => {
  const cinema = {
    name: 'Palace',
    address: '1 Mill Road',
    lat: 13.03,
    lng: 80.27,
    phone: '+91 44 5550 0142',
  }

  expect(validateCatalogue({ cinema, screens: [], movies: [] })).toMatchObject({
    catalogue: { cinema: { ...cinema, arrival: 15 } },
  })
  expect(validateCatalogue({ screens: [], movies: [] })).toHaveProperty('catalogue')
})

test.each([
  ['a latitude beyond the pole', { name: 'Palace', lat: 91, lng: 80 }, 'cinema.lat'],
  ['a latitude without a longitude', { name: 'Palace', lat: 13 }, 'cinema'],
  ['no name', { address: '1 Mill Road' }, 'cinema.name'],
  ['an invalid phone', { name: 'Palace', phone: 'call us' }, 'cinema.phone'],
  ['a negative arrival', { name: 'Palace', arrival: -5 }, 'cinema.arrival'],
  ['an unknown field', { name: 'Palace', city: 'Chennai' }, 'cinema.city'],
])('validateCatalogue reports a cinema with %s with its path', (_, cinema, path) => {
  const result = validateCatalogue({ cinema, screens: [], movies: [] })

  const problems = 'problems' in result ? result.problems : []
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([path])
})
