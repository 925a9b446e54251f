import { expect, test } from 'vitest'
import {
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { bookingRequest, createUser } from '#test/support/makers.ts'
import { describeDatabases, type TestContext } from '#test/support/test-context.ts'
import { book } from '../bookings/bookings.service.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { readStoredSeatMap } from '../inventory/seat-map.ts'
import { applyCatalogue, seedCatalogue } from './apply.service.ts'
import { listMovies } from './catalogue.service.ts'

const HOUR = 3_600_000
const NOTHING = { added: 0, changed: 0, removed: 0 }

function createCatalogueCalls(context: () => TestContext) {
  const apply = (...file: Parameters<typeof makeCatalogue>) =>
    applyCatalogue(context().ctx, makeCatalogue(...file))

  const tables = ['screens', 'places', 'movies', 'daily_showtimes', 'showtimes'] as const
  const everything = () =>
    Promise.all(tables.map((table) => context().ctx.db.selectFrom(table).selectAll().execute()))

  const inHours = (hours: number) => context().clock.now() + hours * HOUR

  const listed = async (name: string) =>
    (await listMovies(context().ctx)).find((movie) => movie.name === name)

  const showtimesOf = async (name: string) =>
    ((await listed(name))?.showtimes ?? []).filter((showtime) => typeof showtime === 'object')

  const placesOf = async (name: string) => {
    const [showtime] = await showtimesOf(name)
    return (await readStoredSeatMap(context().ctx, showtime?._id ?? '')).places
  }
  const labelsOf = async (name: string) => (await placesOf(name)).map(({ label }) => label)

  /** Books a seat of the movie's first showtime. */
  const sell = async (name: string, label: string) => {
    const { ctx } = context()
    const [{ movieId, _id: showtimeId } = { movieId: '', _id: '' }] = await showtimesOf(name)
    const seats = (await placesOf(name)).filter((place) => place.label === label)
    const userId = await createUser(ctx)
    const totalCost = seats[0]?.category === 'VIP' ? 250 : 150
    const show = { movieId, showtimeId, seats: seats.map(({ id }) => id) }
    const request = bookingRequest(show, userId, { totalCost })
    await book(ctx, { userId, holder: 'asha', request })
    return request
  }

  return { apply, everything, inHours, listed, showtimesOf, placesOf, labelsOf, sell }
}

describeDatabases('seedCatalogue', (context) => {
  test('fills only an empty database', async () => {
    const { ctx } = context()
    const first = makeCatalogue([makeScreen('Screen 1')], [makeMovie('The first')])

    await seedCatalogue(ctx, first)
    await seedCatalogue(ctx, makeCatalogue([makeScreen('Screen 2')], [makeMovie('The second')]))

    expect((await listMovies(ctx)).map(({ name }) => name)).toEqual(['The first'])
  })
})

describeDatabases('applyCatalogue to a new database', (context) => {
  const { apply, everything, inHours } = createCatalogueCalls(context)

  test('changes nothing when the same file is applied again', async () => {
    const file = [
      [makeScreen('Screen 1'), makeScreen('Screen 2')],
      [
        makeMovie('Once', {
          showtimes: [fixedShowtime('Screen 1', inHours(30))],
          poster: 'once.jpg',
        }),
        makeMovie('Daily', { daily: [daily('Screen 2', '21:30')], ratings: 7.1 }),
        makeMovie('Nowhere', { screen: 'Foyer', timing: 'Soon' }),
      ],
    ] satisfies Parameters<typeof makeCatalogue>
    await apply(...file)
    const before = await everything()

    const applied = await apply(...file)

    expect(await everything()).toEqual(before)
    for (const counts of Object.values(applied)) expect(counts).toMatchObject(NOTHING)
  })
})

describeDatabases('applyCatalogue after a sale', (context) => {
  const { apply, labelsOf, sell, showtimesOf } = createCatalogueCalls(context)

  test('removes places but keeps sold ones, which the file can offer again', async () => {
    const movies = [makeMovie('Rebuilt', { daily: [daily('Screen 6', '21:30')] })]
    const [rowA, rowB] = makeScreen('Screen 6').rows
    const small = makeScreen('Screen 6', { rows: rowA ? [rowA] : [] })
    await apply([makeScreen('Screen 6')], movies)
    await sell('Rebuilt', 'B2')

    const { places } = await apply([small], movies)

    expect(places).toMatchObject({ ...NOTHING, removed: 3, kept: 1 })
    expect(await labelsOf('Rebuilt')).toEqual(['F1', 'A1', 'A2', 'A3', 'A4', 'B2', 'T1', 'T2'])
    const [sold, unsold] = await showtimesOf('Rebuilt')
    expect(sold).toMatchObject({ seatsTotal: 5, seatsLeft: 4 })
    expect(unsold).toMatchObject({ seatsTotal: 4, seatsLeft: 4 })

    await apply([makeScreen('Screen 6', { rows: rowA && rowB ? [rowA, rowB] : [] })], movies)
    const [rebuilt] = await showtimesOf('Rebuilt')
    expect(rebuilt).toMatchObject({ seatsTotal: 8, seatsLeft: 7 })
  })
})

describeDatabases('applyCatalogue', (context) => {
  const { apply, inHours, labelsOf, listed, placesOf, sell, showtimesOf } =
    createCatalogueCalls(context)

  test('adds everything once when three nodes apply one file', async () => {
    const { ctx } = context()
    const file = makeCatalogue(
      [makeScreen('Screen 5')],
      [makeMovie('Together', { daily: [daily('Screen 5', '21:30')] })],
    )

    const applied = await Promise.all([1, 2, 3].map(() => applyCatalogue(ctx, file)))

    expect(applied.map(({ movies }) => movies.added).toSorted()).toEqual([0, 0, 1])
    expect(await labelsOf('Together')).toHaveLength(11)
  })

  test('orders rows A to Z before AA and labels slots T and F', async () => {
    const rows = ['AA', 'B', 'Z', 'A'].map((row) => ({ row, seats: 2, category: 'Standard' }))

    await apply(
      [makeScreen('Screen 3', { rows })],
      [makeMovie('In order', { daily: [daily('Screen 3', '21:30')] })],
    )

    const labels = await labelsOf('In order')
    expect(labels.join(' ')).toBe('F1 A1 A2 B1 B2 Z1 Z2 AA1 AA2 T1 T2')
  })

  test('marks accessible places, and changes them with the file [S-324]', async () => {
    const movies = [makeMovie('Ramp', { daily: [daily('Screen 6', '21:30')] })]
    const screen = (accessible: number[], companion: number[]) =>
      makeScreen('Screen 6', {
        rows: [{ row: 'A', seats: 4, category: 'Standard', accessible, companion }],
      })
    const accessOf = async () => {
      const rows = await context()
        .ctx.db.selectFrom('places')
        .innerJoin('screens', 'screens.id', 'places.screen_id')
        .select(['label', 'access'])
        .where('screens.name', '=', 'Screen 6')
        .where('access', 'is not', null)
        .orderBy('position')
        .execute()
      return rows.map(({ label, access }) => `${label} ${access}`)
    }

    await apply([screen([1], [2])], movies)
    expect(await accessOf()).toEqual(['A1 wheelchair', 'A2 companion'])

    const applied = await apply([screen([4], [])], movies)
    expect(await accessOf()).toEqual(['A4 wheelchair'])
    expect(applied.places).toMatchObject({ ...NOTHING, changed: 3 })
  })

  test('changes only what differs and keeps the ids', async () => {
    const screens = [makeScreen('Screen 1')]
    await apply(screens, [makeMovie('Changing', { daily: [daily('Screen 1', '21:30')] })])
    const before = await listed('Changing')

    const applied = await apply(screens, [
      makeMovie('Changing', { summary: 'New.', daily: [daily('Screen 1', '21:30', 45)] }),
    ])

    expect(applied.movies).toMatchObject({ ...NOTHING, changed: 1 })
    expect(applied.daily).toMatchObject({ ...NOTHING, changed: 1 })
    expect(applied.showtimes).toMatchObject({ added: 0, removed: 0 })
    const after = await listed('Changing')
    expect(after).toMatchObject({ _id: before?._id, summary: 'New.' })
    // Compared as sets: a longer cutoff can change the order.
    expect(new Set(after?.showtimes)).toEqual(
      new Set(before?.showtimes.map((showtime) => ({ ...Object(showtime), cutoffMinutes: 45 }))),
    )
  })

  test('keeps a held place', async () => {
    const { ctx } = context()
    const movies = [makeMovie('Held', { daily: [daily('Screen 7', '21:30')] })]
    await apply([makeScreen('Screen 7')], movies)
    const [showtime] = await showtimesOf('Held')
    const seat = (await placesOf('Held')).find(({ label }) => label === 'B1')
    const showtimeId = showtime?._id ?? ''
    await holdPlaces(ctx, { showtimeId, holder: 'ravi', placeIds: [seat?.id ?? ''] })

    await apply([makeScreen('Screen 7', { rows: makeScreen('').rows.slice(0, 1) })], movies)

    expect(await labelsOf('Held')).toContain('B1')
  })

  test('increments the revision of upcoming showtimes when a screen changes', async () => {
    const movies = [makeMovie('Watched', { daily: [daily('Screen 8', '21:30')] })]
    await apply([makeScreen('Screen 8')], movies)
    const [showtime] = await showtimesOf('Watched')
    const rev = () =>
      context()
        .ctx.db.selectFrom('showtimes')
        .select('rev')
        .where('id', '=', showtime?._id ?? '')
        .executeTakeFirst()
    const before = await rev()

    await apply([makeScreen('Screen 8', { parking: { twoWheeler: 9, fourWheeler: 9 } })], movies)

    expect((await rev())?.rev).toBeGreaterThan(before?.rev ?? 0)
  })

  test('removes a movie with its showtimes but keeps a booked showtime', async () => {
    const screens = [makeScreen('Screen 9')]
    await apply(screens, [
      makeMovie('Leaving', {
        showtimes: [fixedShowtime('Screen 9', inHours(30)), fixedShowtime('Screen 9', inHours(40))],
      }),
      makeMovie('Forgotten', { showtimes: [fixedShowtime('Screen 9', inHours(50))] }),
    ])
    const { movieId, showtimeId } = await sell('Leaving', 'A1')

    const { movies, showtimes } = await apply(screens, [makeMovie('Staying')])

    expect(movies.removed).toBeGreaterThanOrEqual(1)
    expect(showtimes.kept).toBeGreaterThanOrEqual(1)
    expect((await listMovies(context().ctx)).map(({ name }) => name)).toEqual(['Staying'])
    const left = await context()
      .ctx.db.selectFrom('showtimes')
      .select('id')
      .where('movie_id', '=', movieId)
      .execute()
    expect(left).toEqual([{ id: showtimeId }])
  })

  test('does not add a showtime that overlaps a booked one', async () => {
    const screens = [makeScreen('Screen 10')]
    const start = inHours(30)
    await apply(screens, [makeMovie('Sold', { showtimes: [fixedShowtime('Screen 10', start)] })])
    await sell('Sold', 'A1')

    const { showtimes } = await apply(screens, [
      makeMovie('Sold'),
      makeMovie('Late', {
        showtimes: [fixedShowtime('Screen 10', start), fixedShowtime('Screen 10', start + HOUR)],
      }),
      makeMovie('Later', { showtimes: [fixedShowtime('Screen 10', start + 2 * HOUR)] }),
    ])

    expect(showtimes).toMatchObject({ added: 1, overlapping: 2 })
    expect(await showtimesOf('Sold')).toHaveLength(1)
  })

  test('removes a screen with its places', async () => {
    await apply([makeScreen('Screen 11'), makeScreen('Screen 12')], [])

    const { screens, places } = await apply([makeScreen('Screen 11')], [])

    expect(screens.removed).toBe(1)
    expect(places.removed).toBe(11)
  })
})
