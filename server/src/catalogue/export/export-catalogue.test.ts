import { HOUR_MS } from '@marquee/contract/time'
import { afterEach, expect, test } from 'vitest'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { moveShow, planMove } from '#src/bookings/shows/show-moves.service.ts'
import type { Context } from '#src/context.ts'
import { connectEmbedded } from '#src/database/connection/connect.ts'
import {
  applyChanges,
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { copySqliteTemplate } from '#test/support/database-templates.ts'
import { createDataDir } from '#test/support/server-process.ts'
import { createNodeContext, describeDatabasePerTest } from '#test/support/test-context.ts'
import { applyCatalogue, listChanges } from '../apply/apply.service.ts'
import { listMovies } from '../catalogue.service.ts'
import { Catalogue } from '../file/catalogue.schema.ts'
import sample from '../file/sample-catalogue.json' with { type: 'json' }
import { exportCatalogue } from './export-catalogue.service.ts'

describeDatabasePerTest('exportCatalogue', (context) => {
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup()
  })

  /** Another cinema with the same clock, on an empty database. */
  function openEmptyCinema() {
    const { ctx, clock } = context()
    const data = createDataDir()
    copySqliteTemplate(data.dataDir)
    const { db, reader, close } = connectEmbedded(data.dataDir, clock.now)
    cleanups.push(async () => {
      await close()
      data.remove()
    })
    return createNodeContext({ ...ctx, db, reader })
  }

  /** The shows to come, by movie, screen, start and cutoff. */
  async function programmeOf(ctx: Context) {
    const movies = await listMovies(ctx)
    return movies.flatMap(({ name, showtimes }) =>
      showtimes.flatMap((showtime) => {
        if (typeof showtime !== 'object') return []
        const { screen, startTime, cutoffMinutes, cancelled } = showtime
        const isToCome = Date.parse(startTime) > ctx.now() && !cancelled
        return isToCome ? [{ name, screen, startTime, cutoffMinutes }] : []
      }),
    )
  }

  /** Exports the cinema to an empty one, and the file of that one to compare. */
  async function copyCinema() {
    const { ctx } = context()
    const file = JSON.parse(JSON.stringify(await exportCatalogue(ctx)))
    const copy = openEmptyCinema()
    await applyCatalogue(copy, Catalogue.parse(file))
    return { ctx, copy, file, again: JSON.parse(JSON.stringify(await exportCatalogue(copy))) }
  }

  test('gives an empty cinema the programme of the sample, and changes nothing where it comes from [S-784]', async () => {
    await applyCatalogue(context().ctx, Catalogue.parse(sample))

    const { ctx, copy, file, again } = await copyCinema()

    expect(await programmeOf(copy)).toEqual(await programmeOf(ctx))
    expect((await programmeOf(ctx)).length).toBeGreaterThan(50)
    expect(again).toEqual(file)
    expect(listChanges(await applyCatalogue(ctx, Catalogue.parse(file)))).toEqual([])
  })

  test('leaves out what was moved and cancelled, and keeps ids, places and exceptions [S-784] [S-785]', async () => {
    const { ctx, clock } = context()
    const inHours = (hours: number) => clock.now() + hours * HOUR_MS
    const screens = [
      makeScreen('Screen 1', {
        id: 'one',
        rows: [
          {
            id: 'front',
            row: 'A',
            seats: 6,
            category: 'Standard',
            accessible: [1],
            companion: [2],
          },
          { row: 'B', seats: 4, category: 'VIP' },
          { row: 'C', seats: 4, category: 'VIP', first: 3, direction: 'rightToLeft', gaps: [3] },
        ],
      }),
      makeScreen('Screen 2', { cleaningMinutes: 20 }),
    ]
    const evening = { ...daily('Screen 1', '18:00', 45), id: 'evening' }
    const movies = [
      makeMovie('Every Evening', {
        id: 'film',
        trailer: 'https://example.org/t',
        daily: [evening],
      }),
      makeMovie('Once', {
        showtimes: [24, 30, 36].map((hours) => fixedShowtime('Screen 2', inHours(hours), 10)),
      }),
      makeMovie('Soon', { releaseDate: '2099-12-24' }),
    ]
    await applyChanges(ctx, makeCatalogue(screens, movies))
    const showsOf = async (name: string) =>
      (await listMovies(ctx))
        .filter((movie) => movie.name === name)
        .flatMap(({ showtimes }) => showtimes.filter((one) => typeof one === 'object'))
    const [, moved, cancelled, excepted] = await showsOf('Every Evening')
    const [once] = await showsOf('Once')
    const by = { reason: 'No power', deviceId: 'command-line' }
    const startTime = new Date(Date.parse(moved?.startTime ?? '') + 3 * HOUR_MS).toISOString()
    const target = { showtimeId: moved?._id ?? '', startTime }
    const { planHash } = await planMove(ctx, target)
    await moveShow(ctx, { ...target, ...by, planHash })
    for (const show of [cancelled, once])
      await cancelShow(ctx, { ...by, showtimeId: show?._id ?? '' })
    const except = [excepted?.date ?? '']
    const withException = [
      makeMovie('Every Evening', {
        id: 'film',
        trailer: 'https://example.org/t',
        daily: [{ ...evening, except }],
      }),
      ...movies.slice(1),
    ]
    await applyChanges(ctx, makeCatalogue(screens, withException))

    const { copy, file, again } = await copyCinema()

    const programme = await programmeOf(ctx)
    expect(programme.map((show) => show.startTime)).toContain(startTime)
    expect(programme.map((show) => show.startTime)).not.toContain(excepted?.startTime)
    expect(await programmeOf(copy)).toEqual(programme)
    expect(again).toEqual(file)
    expect(file.screens).toEqual(JSON.parse(JSON.stringify(screens)))
    expect(file.movies[0].daily[0]).toMatchObject({
      id: 'evening',
      except: [moved, cancelled, excepted].map((show) => show?.date).toSorted(),
    })
    expect(file.movies[2]).toMatchObject({ name: 'Soon', releaseDate: '2099-12-24' })
  })
})
