import { formatDateTime, formatTime } from '@marquee/contract/time'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { book } from '#src/bookings/order/book.service.ts'
import { lockCatalogue } from '#src/database/locks.ts'
import type { Db } from '#src/database/schema.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import {
  applyChanges,
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { lockShowtimes } from '#test/support/lock-showtimes.ts'
import { bookingRequest, createUser, emailOf } from '#test/support/makers.ts'
import { openTransaction, untilTransactionWaits } from '#test/support/open-transaction.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import {
  describeDatabases,
  describePostgres,
  type TestContext,
} from '#test/support/test-context.ts'
import { listMovies } from '../catalogue.service.ts'
import { applyCatalogue, planCatalogue, seedCatalogue } from './apply.service.ts'

const HOUR = 3_600_000
const NOTHING = { added: [], changed: [], removed: [] }

function createCatalogueCalls(context: () => TestContext) {
  const apply = (...file: Parameters<typeof makeCatalogue>) =>
    applyChanges(context().ctx, makeCatalogue(...file))
  /** What the server asks instead of applying the file. */
  const questionsOf = async (...file: Parameters<typeof makeCatalogue>) => {
    const applied = await applyCatalogue(context().ctx, makeCatalogue(...file))
    return 'questions' in applied ? applied.questions : []
  }

  const tables = ['screens', 'places', 'movies', 'daily_showtimes', 'showtimes'] as const
  /** Without the versions of showtimes, which let nodes read the same again. */
  const everything = async () => {
    const read = tables.map((table) => context().ctx.db.selectFrom(table).selectAll().execute())
    const rows: object[] = (await Promise.all(read)).flat()
    return new Set(rows.map((row) => ({ ...row, version: undefined })))
  }

  const inHours = (hours: number) => context().clock.now() + hours * HOUR

  const listed = async (name: string) =>
    (await listMovies(context().ctx)).find((movie) => movie.name === name)

  const showtimesOf = async (name: string) =>
    ((await listed(name))?.showtimes ?? []).filter((showtime) => typeof showtime === 'object')

  const placesOf = async (name: string) => {
    const [showtime] = await showtimesOf(name)
    return (await readSeatMap(context().ctx, showtime?._id ?? '')).places
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
    await book(ctx, { userId, email: emailOf(userId), holder: 'asha', request })
    return request
  }

  return { apply, questionsOf, everything, inHours, listed, showtimesOf, placesOf, labelsOf, sell }
}

/** What other tests have sold is not in the file. */
const emptyBeforeEach = (context: () => TestContext) =>
  beforeEach(async () => {
    await applyChanges(context().ctx, makeCatalogue([], []))
  })

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
    const { warnings: _, ...changes } = applied
    for (const lists of Object.values(changes)) expect(lists).toMatchObject(NOTHING)
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

    expect(places).toMatchObject({
      ...NOTHING,
      removed: ['Screen 6: B1, B3–B4'],
      kept: ['Screen 6: B2'],
    })
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
  emptyBeforeEach(context)

  test('adds everything once when three nodes apply one file', async () => {
    const { ctx } = context()
    const file = makeCatalogue(
      [makeScreen('Screen 5')],
      [makeMovie('Together', { daily: [daily('Screen 5', '21:30')] })],
    )

    const applied = await Promise.all([1, 2, 3].map(() => applyCatalogue(ctx, file)))

    expect(applied.flatMap((one) => ('changes' in one ? one.changes.movies.added : []))).toEqual([
      'Together',
    ])
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
        .innerJoin('screens', 'screens.id', 'places.layout_id')
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
    expect(applied.places).toMatchObject({ ...NOTHING, changed: ['Screen 6: A1–A2, A4'] })
  })

  test('changes only what differs and keeps the ids', async () => {
    const screens = [makeScreen('Screen 1')]
    await apply(screens, [makeMovie('Changing', { daily: [daily('Screen 1', '21:30')] })])
    const before = await listed('Changing')

    const applied = await apply(screens, [
      makeMovie('Changing', { summary: 'New.', daily: [daily('Screen 1', '21:30', 45)] }),
    ])

    expect(applied.movies).toMatchObject({ ...NOTHING, changed: ['Changing'] })
    expect(applied.daily).toMatchObject({
      ...NOTHING,
      changed: ['Changing on Screen 1, daily 9:30 PM'],
    })
    expect(applied.showtimes).toMatchObject({ added: [], removed: [] })
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

  test('leaves the revision of showtimes when a screen only keeps a retired place', async () => {
    const { ctx } = context()
    const movies = [makeMovie('Retired', { daily: [daily('Screen 40', '21:30')] })]
    const screens = [makeScreen('Screen 40', { rows: makeScreen('').rows.slice(0, 1) })]
    await apply([makeScreen('Screen 40')], movies)
    const [{ _id: showtimeId = '' } = {}] = await showtimesOf('Retired')
    const seat = (await placesOf('Retired')).find(({ label }) => label === 'B1')
    await holdPlaces(ctx, { showtimeId, holder: 'ravi', placeIds: [seat?.id ?? ''] })
    await apply(screens, movies)
    const revisions = () =>
      ctx.db
        .selectFrom('showtimes')
        .innerJoin('screens', 'screens.id', 'layout_id')
        .select(['rev', 'places_revision'])
        .where('showtimes.id', '=', showtimeId)
        .executeTakeFirst()
    const before = await revisions()

    await apply(screens, [...movies, makeMovie('Added')])

    expect(await revisions()).toEqual(before)
  })

  test('removes a movie with its showtimes but keeps a booked showtime, and names both [S-624]', async () => {
    const screens = [makeScreen('Screen 9')]
    const [booked, unbooked] = [inHours(30), inHours(40)]
    await apply(screens, [
      makeMovie('Leaving', {
        showtimes: [fixedShowtime('Screen 9', booked), fixedShowtime('Screen 9', unbooked)],
      }),
      makeMovie('Forgotten', { showtimes: [fixedShowtime('Screen 9', inHours(50))] }),
    ])
    const { movieId, showtimeId } = await sell('Leaving', 'A1')

    const { movies, showtimes } = await apply(screens, [])

    expect(movies).toMatchObject({
      removed: expect.arrayContaining(['Forgotten']),
      kept: expect.arrayContaining(['Leaving']),
    })
    expect(showtimes.removed).toContain(`Leaving on Screen 9, ${timeText(unbooked)}`)
    expect(showtimes.kept).toContain(`Leaving on Screen 9, ${timeText(booked)}`)
    expect(await listMovies(context().ctx)).toEqual([])
    const left = await context()
      .ctx.db.selectFrom('showtimes')
      .select('id')
      .where('movie_id', '=', movieId)
      .execute()
    expect(left).toEqual([{ id: showtimeId }])
  })

  test('does not add a showtime that overlaps a booked one, and names both [S-624]', async () => {
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

    const at = formatTime(start, context().ctx.config.timeZone)
    expect(showtimes).toMatchObject({
      added: [`Later on Screen 10, ${timeText(start + 2 * HOUR)}`],
      overlapping: [
        `Late on Screen 10, ${timeText(start)}: Sold is there at ${at}`,
        `Late on Screen 10, ${timeText(start + HOUR)}: Sold is there at ${at}`,
      ],
    })
    expect(await showtimesOf('Sold')).toHaveLength(1)
  })

  test('takes the place of a daily showtime by a single one of the file on its day only [S-623]', async () => {
    const screens = [makeScreen('Screen 13')]
    const regular = makeMovie('Regular', { daily: [daily('Screen 13', '21:30')] })
    await apply(screens, [regular])
    const [, evening] = await showtimesOf('Regular')
    const startsAt = Date.parse(evening?.startTime ?? '')
    const premiere = makeMovie('Premiere', {
      showtimes: [fixedShowtime('Screen 13', startsAt - HOUR / 2)],
    })

    const { showtimes } = await apply(screens, [regular, premiere])

    const name = `Regular on Screen 13, ${timeText(startsAt)}`
    expect(showtimes).toMatchObject({
      removed: [name],
      overlapping: [],
      added: [`Premiere on Screen 13, ${timeText(startsAt - HOUR / 2)}`],
      replaced: [`${name}: Premiere is there at 9:00 PM`],
    })
    expect(await showtimesOf('Premiere')).toHaveLength(1)
    expect((await apply(screens, [regular, premiere])).showtimes).toMatchObject(NOTHING)
    // Without the premiere, the regular show is back.
    expect((await apply(screens, [regular])).showtimes.added).toEqual([name])
  })

  test('leaves a booked daily showtime where it is, and says why the single one is not added [S-623]', async () => {
    const screens = [makeScreen('Screen 14')]
    const regular = makeMovie('Booked', { daily: [daily('Screen 14', '21:30')] })
    await apply(screens, [regular])
    await sell('Booked', 'A1')
    const [booked] = await showtimesOf('Booked')
    const startsAt = Date.parse(booked?.startTime ?? '')
    const gala = makeMovie('Gala', { showtimes: [fixedShowtime('Screen 14', startsAt)] })

    const { showtimes } = await apply(screens, [regular, gala])

    expect(showtimes.added).toEqual([])
    expect(showtimes.kept).toContain(`Booked on Screen 14, ${timeText(startsAt)}`)
    expect(showtimes.overlapping).toEqual([
      `Gala on Screen 14, ${timeText(startsAt)}: Booked is there at 9:30 PM`,
    ])
    expect((await showtimesOf('Booked'))[0]?._id).toBe(booked?._id)
  })

  test('removes a screen with its places', async () => {
    await apply([makeScreen('Screen 11'), makeScreen('Screen 12')], [])

    const { screens, places } = await apply([makeScreen('Screen 11')], [])

    expect(screens.removed).toContain('Screen 12')
    expect(places.removed).toContain('Screen 12: A1–A4, B1–B4, parking T1–T2, parking F1')
  })
})

describeDatabases('applyCatalogue of a file with other names', (context) => {
  const { apply, questionsOf, everything, inHours, labelsOf, listed, placesOf, sell, showtimesOf } =
    createCatalogueCalls(context)
  emptyBeforeEach(context)

  test('asks whether a movie with sold tickets was renamed, and changes nothing [S-621]', async () => {
    const screens = [makeScreen('Screen 1')]
    const showtimes = [
      fixedShowtime('Screen 1', inHours(30)),
      fixedShowtime('Screen 1', inHours(40)),
    ]
    await apply(screens, [makeMovie('Puspha', { showtimes })])
    await sell('Puspha', 'A1')
    const before = await everything()
    const renamed = makeMovie('Pushpa', { showtimes })

    expect(await questionsOf(screens, [renamed])).toEqual([
      'movies[0]: "Pushpa" is new, and the file no longer has "Puspha" with sold tickets. ' +
        'Was it renamed? Then add "was": "Puspha". If it is new, add "was": null.',
    ])
    expect(await everything()).toEqual(before)

    const [sold] = await showtimesOf('Puspha')
    const { movies } = await apply(screens, [{ ...renamed, was: 'Puspha' }])
    expect(movies).toMatchObject({ ...NOTHING, changed: ['Puspha → Pushpa'] })
    expect((await showtimesOf('Pushpa')).map(({ _id }) => _id)).toContain(sold?._id)
    expect(await showtimesOf('Pushpa')).toHaveLength(2)
    // The file stays valid.
    expect((await apply(screens, [{ ...renamed, was: 'Puspha' }])).movies).toMatchObject(NOTHING)
    await apply(screens, [makeMovie('Pushpa', { showtimes })])
  })

  test('takes a new movie for another one if the file says so, or if nothing that leaves is sold [S-621]', async () => {
    const screens = [makeScreen('Screen 2')]
    const old = [makeMovie('Old', { showtimes: [fixedShowtime('Screen 2', inHours(30))] })]
    await apply(screens, old)
    expect(await questionsOf(screens, [makeMovie('Newer')])).toEqual([])

    await apply(screens, old)
    await sell('Old', 'A1')
    expect(await questionsOf(screens, [makeMovie('Newest')])).toHaveLength(1)
    expect(await questionsOf(screens, [{ ...makeMovie('Newest'), was: null }])).toEqual([])
  })

  test('finds a movie, a screen and a row by their ids, also when two of them swap names [S-621]', async () => {
    const rows = makeScreen('').rows.map((row, index) => ({ ...row, id: `row-${index}` }))
    const screen = (id: string, name: string) => ({ ...makeScreen(name, { rows }), id })
    const movie = (id: string, name: string, on: string) => ({
      ...makeMovie(name, { daily: [{ ...daily(on, '21:30'), id }] }),
      id,
    })
    await apply(
      [screen('a', 'Red'), screen('b', 'Blue')],
      [movie('a', 'First', 'Red'), movie('b', 'Second', 'Blue')],
    )
    const [first, second] = [await listed('First'), await listed('Second')]
    await sell('First', 'A2')
    const [A = rows[0], B = rows[1]] = rows
    const swapped = [
      { ...A, row: 'B' },
      { ...B, row: 'A' },
    ].filter((row) => row !== undefined)

    const changes = await apply(
      [
        { ...screen('b', 'Red'), rows },
        { ...screen('a', 'Blue'), rows: swapped as typeof rows },
      ],
      [movie('b', 'First', 'Red'), movie('a', 'Second', 'Blue')],
    )

    expect(changes.screens.changed.toSorted()).toEqual(['Blue → Red', 'Red → Blue'])
    expect(changes.movies.changed.toSorted()).toEqual(['First → Second', 'Second → First'])
    expect(changes.showtimes).toMatchObject(NOTHING)
    expect((await listed('Second'))?._id).toBe(first?._id)
    expect((await listed('First'))?._id).toBe(second?._id)
    const sold = await context()
      .ctx.db.selectFrom('claims')
      .innerJoin('places', 'places.id', 'place_id')
      .select('label')
      .execute()
    expect(sold.map(({ label }) => label)).toContain('B2')
    expect((await showtimesOf('Second'))[0]).toMatchObject({ screen: 'Blue', seatsLeft: 7 })
  })

  test('keeps the seats of a renamed row apart from a new row that gets its letters [S-621]', async () => {
    const movies = [makeMovie('Widened', { daily: [daily('Screen 5', '21:30')] })]
    const row = (letters: string, seats: number, id?: string) => ({
      row: letters,
      seats,
      category: 'Standard',
      ...(id && { id }),
    })
    const file = (...rows: ReturnType<typeof row>[]) => [makeScreen('Screen 5', { rows })]
    await apply(file(row('A', 4, 'first')), movies)
    await sell('Widened', 'A1')
    await sell('Widened', 'A4')
    const before = await placesOf('Widened')
    const idOf = (places: typeof before, label: string) =>
      places.find((place) => place.label === label)?.id

    // The renamed row also loses its two last seats, one of which is sold.
    await apply(file(row('A', 4), row('B', 2, 'first')), movies)

    const after = await placesOf('Widened')
    const labels = after.map(({ label }) => label).toSorted()
    expect(labels.join(' ')).toBe('A1 A2 A3 A4 B1 B2 B4 F1 T1 T2')
    for (const seat of ['1', '2', '4']) {
      expect(idOf(after, `B${seat}`)).toBe(idOf(before, `A${seat}`))
      expect(idOf(after, `A${seat}`)).not.toBe(idOf(before, `A${seat}`))
    }
    await sell('Widened', 'A1')
  })

  test('swaps the letters of two rows when one of them also loses a seat [S-621]', async () => {
    const movies = [makeMovie('Swapped', { daily: [daily('Screen 6', '21:30')] })]
    const row = (id: string, letters: string, seats: number) => ({
      id,
      row: letters,
      seats,
      category: 'Standard',
    })
    const file = (...rows: ReturnType<typeof row>[]) => [makeScreen('Screen 6', { rows })]
    await apply(file(row('a', 'A', 3), row('b', 'B', 3)), movies)
    await sell('Swapped', 'A3')

    await apply(file(row('a', 'B', 2), row('b', 'A', 3)), movies)

    expect((await labelsOf('Swapped')).toSorted().join(' ')).toBe('A1 A2 A3 B1 B2 B3 F1 T1 T2')
  })

  test('changes the time of a daily showtime with an id [S-621]', async () => {
    const screens = [makeScreen('Screen 3')]
    const at = (time: string) => [
      makeMovie('Nightly', { daily: [{ ...daily('Screen 3', time), id: 'night' }] }),
    ]
    await apply(screens, at('21:30'))

    const applied = await apply(screens, at('21:45'))

    expect(applied.daily).toEqual({
      added: [],
      removed: [],
      kept: [],
      changed: ['Nightly on Screen 3, daily 9:30 PM → Nightly on Screen 3, daily 9:45 PM'],
    })
  })

  test('asks of screens and of rows with sold tickets too, and takes the answer [S-621]', async () => {
    const movies = (on: string) => [
      makeMovie('Wide', { showtimes: [fixedShowtime(on, inHours(60))] }),
    ]
    await apply([makeScreen('Screen 4')], movies('Screen 4'))
    await sell('Wide', 'B1')
    const [rowA, rowB] = makeScreen('').rows
    const rows = rowA && rowB ? [rowA, { ...rowB, row: 'C' }] : []

    expect(await questionsOf([makeScreen('Grand')], movies('Grand'))).toEqual([
      expect.stringMatching(
        /^screens\[0\]: "Grand" is new, and the file no longer has "Screen 4" with sold tickets/,
      ),
    ])
    expect(await questionsOf([makeScreen('Screen 4', { rows })], movies('Screen 4'))).toEqual([
      expect.stringMatching(
        /^screens\[0\]\.rows\[1\]: "C" is new, and the file no longer has "B" with sold tickets/,
      ),
    ])

    const answered = rows.map((row) => (row.row === 'C' ? { ...row, was: 'B' } : row))
    const grand = { ...makeScreen('Grand', { rows: answered }), was: 'Screen 4' }
    await apply([grand], movies('Grand'))
    expect((await labelsOf('Wide')).filter((label) => label.startsWith('C'))).toHaveLength(4)
    expect((await showtimesOf('Wide'))[0]).toMatchObject({ screen: 'Grand', seatsLeft: 7 })
  })

  test('finds a movie and a screen whose stored names have another Unicode form [S-621]', async () => {
    const [decomposed, composed] = ['Ame\u0301lie', 'Am\u00e9lie']
    const file = (name: string): Parameters<typeof makeCatalogue> => [
      [makeScreen(`Salle ${name}`)],
      [makeMovie(name, { showtimes: [fixedShowtime(`Salle ${name}`, inHours(70))] })],
    ]
    // Earlier versions stored names as they were, and took these for two movies.
    await apply(...file(composed))
    await sell(composed, 'A1')
    await apply([], [])
    await apply(...file(decomposed))
    const { showtimeId } = await sell(decomposed, 'A1')

    const { movies, screens } = await apply(...file(composed))

    for (const changes of [movies, screens])
      expect(changes).toMatchObject({ added: [], changed: [], removed: [] })
    expect((await showtimesOf(decomposed)).map(({ _id }) => _id)).toEqual([showtimeId])
  })
})

describePostgres('planCatalogue', (context) => {
  const { apply, showtimesOf } = createCatalogueCalls(context)

  test('waits for another change of the catalogue, then for sales, without any lock of its own [S-624]', async () => {
    const { ctx } = context()
    await apply(
      [makeScreen('Screen 1')],
      [makeMovie('On sale', { daily: [daily('Screen 1', '21:30')] })],
    )
    const [showtime] = await showtimesOf('On sale')
    const lockShowtime = (tx: Db) => lockShowtimes(tx, [showtime?._id ?? ''])
    for (const lock of [lockCatalogue, lockShowtime]) {
      const other = await openTransaction(ctx, lock)
      const clock = { now: ctx.now(), timeZone: ctx.config.timeZone }
      const planned = planCatalogue(ctx.db, makeCatalogue([makeScreen('Screen 2')], []), clock)
      await untilTransactionWaits(ctx)
      const { rows } = await sql`select id from places for update nowait`.execute(ctx.db)
      await other.commit()

      expect(rows).not.toEqual([])
      expect((await planned).plan).toMatchObject({ changes: { screens: { added: ['Screen 2'] } } })
    }
  })
})

const timeText = (instant: number) => formatDateTime(instant - (instant % 60_000), 'Asia/Kolkata')
