import { HOUR_MS } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { book } from '#src/bookings/order/book.service.ts'
import { ConfigError } from '#src/config/config.ts'
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
import { describeDatabasePerTest } from '#test/support/test-context.ts'
import { listMovies } from '../catalogue.service.ts'
import type { Catalogue } from '../file/catalogue.schema.ts'
import { planCatalogue } from './apply.service.ts'
import { parseCatalogue } from './load-catalogue.ts'

describeDatabasePerTest('a typical mistake in a catalogue file', (context) => {
  const tomorrow = () => context().clock.now() + 24 * HOUR_MS
  const showtimes = () => [fixedShowtime('Screen 1', tomorrow())]

  /** A cinema that has sold the seat B1 of its only show. Returns its file. */
  async function openCinema() {
    const { ctx } = context()
    const file = makeCatalogue(
      [makeScreen('Screen 1')],
      [makeMovie('Metropolis', { showtimes: showtimes() })],
    )
    await applyChanges(ctx, file)
    const [movie] = await listMovies(ctx)
    const show = { movieId: movie?._id ?? '', showtimeId: Object(movie?.showtimes[0])._id }
    const { places } = await readSeatMap(ctx, show.showtimeId)
    const seats = places.flatMap(({ id, label }) => (label === 'B1' ? id : []))
    const userId = await createUser(ctx)
    const request = bookingRequest({ ...show, seats }, userId, { totalCost: 250 })
    await book(ctx, { userId, email: emailOf(userId), holder: 'asha', request })
    return file
  }

  /** What is said about the text of a file, before anything is changed. */
  async function messagesAbout(text: string) {
    const { ctx, clock } = context()
    try {
      const catalogue = parseCatalogue(() => Buffer.from(text), 'the file')
      const at = { now: clock.now(), timeZone: ctx.config.timeZone }
      const { plan } = await planCatalogue(ctx.db, catalogue, at)
      if ('questions' in plan) return plan.questions
      return [...plan.conflicts.map(({ message }) => message), ...plan.changes.warnings]
    } catch (error) {
      if (error instanceof ConfigError) return error.problems
      throw error
    }
  }

  const withMovie = (file: Catalogue, other: object) => ({
    ...file,
    movies: file.movies.map((movie) => ({ ...movie, ...other })),
  })
  const withScreen = (file: Catalogue, other: object) => ({
    ...file,
    screens: file.screens.map((screen) => ({ ...screen, ...other })),
  })
  const [frontRow, backRow] = makeScreen('').rows

  test.each<[string, (file: Catalogue) => object | string, RegExp]>([
    [
      'a missing comma',
      (file) => JSON.stringify(file, null, 2).replace(',\n', '\n'),
      /the file: Expected ',' .*\(line \d+ column \d+\)/,
    ],
    [
      'an unknown screen',
      (file) => withMovie(file, { showtimes: [fixedShowtime('screen1', tomorrow())] }),
      /movies\[0\]\.showtimes\[0\]\.screen: there is no screen called "screen1"\. Is it "Screen 1"\?/,
    ],
    [
      'two daily shows at one time',
      (file) =>
        withMovie(file, { daily: [daily('Screen 1', '01:00'), daily('Screen 1', '02:00')] }),
      /movies\[0\]\.daily\[1\]\.at: overlaps movies\[0\]\.daily\[0\]\.at on "Screen 1"\. Choose another/,
    ],
    [
      'the year before',
      (file) =>
        withMovie(file, {
          showtimes: [...showtimes(), fixedShowtime('Screen 1', tomorrow() - 365 * 24 * HOUR_MS)],
        }),
      /movies\[0\]\.showtimes\[1\]\.startTime: Metropolis on Screen 1, .* is in the past\. Correct the date/,
    ],
    [
      'another name of a movie',
      (file) => withMovie(file, { name: 'Metropolis (1927)' }),
      /movies\[0\]: "Metropolis \(1927\)" is new, .* Then add "was": "Metropolis"/,
    ],
    [
      'another name of a screen',
      (file) => withMovie(withScreen(file, { name: 'Hall 1' }), { showtimes: [] }),
      /screens\[0\]: "Hall 1" is new, .* Then add "was": "Screen 1"/,
    ],
    [
      'a row that is left out',
      (file) => withScreen(file, { rows: [frontRow] }),
      /Screen 1: B1 stay: they are sold or held for shows to come\. Take them out of service first/,
    ],
    [
      'a show that is left out',
      (file) => withMovie(file, { showtimes: [] }),
      /Metropolis on Screen 1, .* stays: 1 place sold\. Keep it in the file, or move or cancel it first/,
    ],
    [
      'a category in small letters',
      (file) => withScreen(file, { rows: [{ ...frontRow, category: 'standard' }, backRow] }),
      /screens\[0\]\.rows\[0\]\.category: "standard" is unknown and costs .* Is it "Standard"\?/,
    ],
    [
      'an offset of another time zone',
      (file) =>
        withMovie(file, {
          showtimes: [{ screen: 'Screen 1', startTime: '2099-12-01T18:30:00+01:00' }],
        }),
      /movies\[0\]\.showtimes\[0\]\.startTime: 18:30\+01:00 is 11:00 PM at the cinema \(Asia\/Kolkata\)\. Correct/,
    ],
  ])(
    '%s is told with its place and what to do, before anything is changed [S-786]',
    async (_, mistake, message) => {
      const file = mistake(await openCinema())

      const messages = await messagesAbout(typeof file === 'string' ? file : JSON.stringify(file))

      expect(messages).toContainEqual(expect.stringMatching(message))
      expect((await listMovies(context().ctx)).map(({ name }) => name)).toEqual(['Metropolis'])
    },
  )
})
