import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { book } from '#src/bookings/order/book.service.ts'
import type { Context } from '#src/context.ts'
import { getHealth } from '#src/office/settings/health.service.ts'
import {
  applyChanges,
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { bookingRequest, createUser, emailOf } from '#test/support/makers.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { createNodeContext, describeDatabasePerTest } from '#test/support/test-context.ts'
import { listMovies } from '../catalogue.service.ts'
import { makeOfficeOwner } from '../programme.service.ts'
import { loadCatalogue } from './load-catalogue.ts'

const DAY = 86_400_000

describeDatabasePerTest('a catalogue file', (context) => {
  const load = async (text: string | Buffer) => {
    const { ctx } = context()
    const file = join(ctx.config.dataDir, 'catalogue.json')
    writeFileSync(file, text)
    const lines: [fields: object, message: string][] = []
    const record = (fields: object, message: string) => void lines.push([fields, message])
    const log = { info: record, warn: record, error: record } as unknown as Context['log']
    await loadCatalogue({ ...ctx, log, config: { ...ctx.config, catalogue: file } })
    return lines
  }
  const names = async () => (await listMovies(context().ctx)).map(({ name }) => name)

  test('is applied at every start', async () => {
    await load(JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('First')])))
    await load(
      `\uFEFF${JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('Second')]))}`,
    )

    expect(await names()).toEqual(['Second'])
  })

  test('called none leaves an empty cinema without the sample [S-943]', async () => {
    const { ctx } = context()

    await loadCatalogue({ ...ctx, config: { ...ctx.config, catalogue: 'none' } })
    expect(await names()).toEqual([])

    await loadCatalogue({ ...ctx, config: { ...ctx.config, catalogue: undefined } })
    expect(await names()).not.toEqual([])
  })

  test('with problems is refused with all of them while there is no programme [S-780]', async () => {
    const bad = makeCatalogue(
      [makeScreen('Screen 1')],
      [
        makeMovie('Third', { duration: 0 }),
        makeMovie('Fourth', { daily: [daily('Screen 9', '21:30')] }),
      ],
    )

    await expect(load(JSON.stringify(bad))).rejects.toMatchObject({
      problems: [
        expect.stringMatching(/^CATALOGUE: movies\[0\]\.duration: /),
        'CATALOGUE: movies[1].daily[0].screen: there is no screen called "Screen 9". Correct the name, or add the screen to the file.',
      ],
    })
    expect(await names()).toEqual([])
  })

  test('with problems leaves the last good programme open, and log, health and readiness say it [S-780]', async () => {
    const { ctx } = context()
    await load(JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('Good')])))
    const { app } = await createTestApp(ctx)
    const readiness = async () => (await app.inject('/readyz')).json()
    const health = () => getHealth(ctx, async () => null)

    const lines = await load('{ "screens": [')

    const problems = [expect.stringMatching(/^CATALOGUE: .*catalogue\.json/)]
    expect(lines).toEqual([
      [{ problems }, 'catalogue file not applied: the programme stays as it is'],
    ])
    expect(await names()).toEqual(['Good'])
    expect(await readiness()).toEqual({ ok: true, catalogue: 'not applied' })
    expect(await health()).toMatchObject({ catalogueProblems: problems })

    await load(JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('Better')])))
    expect(await readiness()).toEqual({ ok: true })
    expect(await health()).toMatchObject({ catalogueProblems: [] })
  })

  test('that one node could not apply is not a problem of any node once another has applied one [S-850]', async () => {
    const { ctx } = context()
    await load(JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie('Good')])))
    const { app } = await createTestApp(createNodeContext(ctx))
    const readiness = async () => (await app.inject('/readyz')).json()

    await load('{ "screens": [')
    expect(await readiness()).toEqual({ ok: true, catalogue: 'not applied' })

    await applyChanges(ctx, makeCatalogue([makeScreen('Screen 1')], [makeMovie('Better')]))
    expect(await readiness()).toEqual({ ok: true })

    await load('{ "screens": [')
    await loadCatalogue({ ...ctx, config: { ...ctx.config, catalogue: undefined } })
    expect(await readiness()).toEqual({ ok: true })
  })

  test('is refused at the start once the programme belongs to the office, and health and readiness say so before [S-851]', async () => {
    const { ctx } = context()
    const file = (name: string) =>
      JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie(name, { timing: 'Soon' })]))
    await load(file('First'))
    const running = { ...ctx, config: { ...ctx.config, catalogue: '/etc/catalogue.json' } }
    const { app } = await createTestApp(running)
    const problems = async () => (await getHealth(running, async () => null)).catalogueProblems
    expect(await problems()).toEqual([])

    await makeOfficeOwner(ctx.db)

    const sentence =
      'CATALOGUE: the programme belongs to the office since its first change there, so no file is applied at a start. Remove this setting. "marquee office programme import FILE" applies a file.'
    expect(await problems()).toEqual([sentence])
    expect((await app.inject('/readyz')).json()).toEqual({ ok: true, catalogue: 'not applied' })
    await expect(load(file('Second'))).rejects.toMatchObject({ problems: [sentence] })
    expect(await names()).toEqual(['First'])
    await loadCatalogue({ ...ctx, config: { ...ctx.config, catalogue: 'none' } })
    await loadCatalogue({ ...ctx, config: { ...ctx.config, catalogue: undefined } })
    expect(await names()).toEqual(['First'])
  })

  test.each([
    ['that is not JSON', '{ "screens": ['],
    ['that is empty', ''],
  ])('%s is refused', async (_, text) => {
    await expect(load(text)).rejects.toMatchObject({
      problems: [expect.stringMatching(/catalogue\.json: .*JSON/)],
    })
  })

  test.each([
    ['in UTF-16', Buffer.from('\uFEFF{}', 'utf16le'), /encoding is UTF-16/],
    ['in Windows-1252', Buffer.from('{ "é": 1 }', 'latin1'), /probably Windows-1252/],
    ['with a key twice', Buffer.from('{ "movies": [], "movies": [] }'), /movies is there twice/],
  ])('%s is refused, and the problem named [S-622]', async (_, bytes, problem) => {
    await expect(load(bytes)).rejects.toMatchObject({
      problems: [expect.stringMatching(problem)],
    })
  })

  /** Applies a file with a movie called Puspha, and sells a seat of it. */
  async function loadAndSell() {
    const { ctx, clock } = context()
    const showtimes = [fixedShowtime('Screen 1', clock.now() + DAY)]
    const file = (name: string) =>
      JSON.stringify(makeCatalogue([makeScreen('Screen 1')], [makeMovie(name, { showtimes })]))
    await load(file('Puspha'))
    const [movie] = await listMovies(ctx)
    const showtimeId = Object(movie?.showtimes[0])._id
    const { places } = await readSeatMap(ctx, showtimeId)
    const seats = places.flatMap(({ id, label }) => (label === 'A1' ? id : []))
    const userId = await createUser(ctx)
    const show = { movieId: movie?._id ?? '', showtimeId, seats }
    const request = bookingRequest(show, userId, { totalCost: 150 })
    await book(ctx, { userId, email: emailOf(userId), holder: 'asha', request })
    return file
  }

  test('is not applied while it asks about a new name, and the site keeps its programme [S-621]', async () => {
    const file = await loadAndSell()

    const lines = await load(file('Pushpa'))

    expect(lines).toEqual([
      [
        { problems: [expect.stringContaining('Then add "was": "Puspha"')] },
        'catalogue file not applied: the programme stays as it is',
      ],
    ])
    expect(await names()).toEqual(['Puspha'])
  })

  test('is reported with the names of what has changed and of unknown categories [S-624]', async () => {
    await loadAndSell()
    const screens = [
      makeScreen('Screen 1'),
      makeScreen('Screen 8', { rows: [{ row: 'A', seats: 2, category: 'Recliner' }] }),
    ]
    const movies = [
      makeMovie('Puspha', { summary: 'New.' }),
      makeMovie('Named', { showtimes: [fixedShowtime('Screen 8', context().clock.now() + DAY)] }),
    ]

    const lines = await load(JSON.stringify(makeCatalogue(screens, movies)))

    expect(lines).toEqual([
      [
        expect.objectContaining({
          movies: { added: ['Named'], changed: ['Puspha'] },
          screens: { added: ['Screen 8'] },
          places: { added: ['Screen 8: A1–A2, parking T1–T2, parking F1'] },
          showtimes: {
            added: [expect.stringMatching(/^Named on Screen 8, \w+, \d+ \w+ \d+, \d+:\d+ [AP]M$/)],
            kept: [expect.stringMatching(/^Puspha on Screen 1, /)],
          },
        }),
        'catalogue applied',
      ],
      [
        { conflicts: [expect.stringMatching(/^Puspha on Screen 1, .* stays: 1 place sold\. /)] },
        'catalogue applied in part',
      ],
      [
        {
          warnings: [
            'screens[1].rows[0].category: "Recliner" is unknown and costs as much as Standard.',
          ],
        },
        'catalogue has warnings',
      ],
    ])
  })

  test('that does not exist is refused', async () => {
    const { ctx } = context()
    const config = { ...ctx.config, catalogue: '/nowhere/catalogue.json' }

    await expect(loadCatalogue({ ...ctx, config })).rejects.toMatchObject({
      problems: [expect.stringContaining('/nowhere/catalogue.json')],
    })
  })
})
