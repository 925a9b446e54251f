import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import type { Showtime } from '@marquee/contract/movies/showtimes'
import { formatIsoDate } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import {
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { createShowtime } from '#test/support/makers.ts'
import { describeContext } from '#test/support/test-context.ts'
import { createWaitingRoomCalls } from '#test/support/waiting-rooms.ts'
import { movieNotFound } from '../errors.ts'
import { holdPlaces } from '../inventory/holds/holds.service.ts'
import { applyCatalogue } from './apply/apply.service.ts'
import { getMovie, getMovieBySlug, getShowtime, listMovies } from './catalogue.service.ts'
import { extendSchedule } from './schedule/schedule.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describeContext('catalogue service', (context) => {
  const apply = (...file: Parameters<typeof makeCatalogue>) =>
    applyCatalogue(context().ctx, makeCatalogue(...file))
  const showtimesOf = async (name: string) => {
    const movie = (await listMovies(context().ctx)).find((one) => one.name === name)
    return (movie?.showtimes ?? []) as Showtime[]
  }
  /** Creates a movie with showtimes that start in the given minutes, each on its own screen. */
  const createMovie = async (name: string, ...minutes: number[]) => {
    const showtimes = minutes.map((minute, at) =>
      fixedShowtime(`${name} ${at}`, context().ctx.now() + minute * MINUTE),
    )
    const screens = showtimes.map(({ screen }) => makeScreen(screen))
    await apply(screens, [makeMovie(name, { showtimes })])
  }
  const screensOf = async (name: string) =>
    (await showtimesOf(name)).map(({ screen }) => screen.replace(`${name} `, ''))

  test('listMovies puts bookable showtimes first and closed ones next', async () => {
    await createMovie('Ordered', 10, 600, 45, 20, 90)

    expect(await screensOf('Ordered')).toEqual(['2', '4', '1', '0', '3'])
  })

  test('listMovies puts an upcoming showtime first and started ones last when all are closed', async () => {
    const { clock } = context()
    await createMovie('Closed', 31, 40, 60)

    await clock.advance(45 * MINUTE)

    expect(await screensOf('Closed')).toEqual(['2', '1', '0'])
    const [first] = await showtimesOf('Closed')
    expect(getBookingWindow(first ?? {}, clock.now())).toMatchObject({ open: false })
  })

  test('listMovies keeps the last showtime of a movie without upcoming ones', async () => {
    const { clock } = context()
    await createMovie('Long ago', 60, 120)
    await clock.advance(30 * DAY)

    expect(await screensOf('Long ago')).toEqual(['1'])
  })

  test('listMovies omits past days of a movie with upcoming showtimes', async () => {
    const { ctx, clock } = context()
    const again = makeMovie('Again', { daily: [daily('Screen 1', '21:30')] })
    await apply([makeScreen('Screen 1')], [again])
    await clock.advance(3 * DAY)
    await extendSchedule(ctx)

    const today = formatIsoDate(clock.now(), ctx.config.timeZone)
    const dates = (await showtimesOf('Again')).map(({ date }) => date)
    expect(dates.length).toBeGreaterThanOrEqual(7)
    expect(dates.every((date) => date >= today)).toBe(true)
  })

  test('listMovies takes screen and time from the first showtime, else the file, else a default', async () => {
    await apply(
      [makeScreen('Balcony')],
      [
        makeMovie('With texts', { screen: 'Foyer', timing: 'Before every show' }),
        makeMovie('Without texts'),
        makeMovie('With showtimes', { screen: 'Foyer', daily: [daily('Balcony', '21:30')] }),
      ],
    )

    expect(await listMovies(context().ctx)).toMatchObject([
      { name: 'With texts', screen: 'Foyer', timing: 'Before every show', showtimes: [] },
      { name: 'Without texts', screen: 'Screen 1', timing: 'To be announced', showtimes: [] },
      { name: 'With showtimes', screen: 'Balcony', timing: '9:30 PM' },
    ])
  })

  test('getMovieBySlug finds each listed movie by the slug of the listing, and no other [S-376]', async () => {
    const { ctx } = context()
    await apply([makeScreen('Slugs')], [makeMovie('Up'), makeMovie('Up!'), makeMovie('Déjà vu')])
    const listed = await listMovies(ctx)
    expect(listed.map(({ slug }) => slug)).toEqual(['up', 'up-2', 'deja-vu'])

    for (const movie of listed) expect(await getMovieBySlug(ctx, movie.slug ?? '')).toEqual(movie)
    for (const slug of ['up-3', 'Up', ''])
      await expect(getMovieBySlug(ctx, slug)).rejects.toThrow(movieNotFound().message)
  })

  test('getShowtime counts live holds of seats as taken and expired ones as left', async () => {
    const { ctx, clock } = context()
    const { showtimeId, seats, twoWheelers } = await createShowtime(ctx)
    const placeIds = [...seats.slice(0, 3), ...twoWheelers.slice(0, 2)]
    const left = async () => (await getShowtime(ctx, showtimeId)).seatsLeft

    await holdPlaces(ctx, { showtimeId, holder: 'asha', placeIds })
    expect(await left()).toBe(21)

    await clock.advance(ctx.config.holdMs)
    expect(await left()).toBe(24)
  })

  test('getShowtime returns the date in the time zone of the cinema and only its own cutoff', async () => {
    const { ctx } = context()
    const { showtimeId, movieId } = await createShowtime(ctx, { cutoffMinutes: 5 })
    const showtime = await getShowtime(ctx, showtimeId)

    expect(showtime).toMatchObject({ _id: showtimeId, movieId, cutoffMinutes: 5, seatsTotal: 24 })
    expect(showtime.date).toBe(formatIsoDate(Date.parse(showtime.startTime), 'Asia/Kolkata'))
    expect((await getMovie(ctx, movieId)).showtimes).toEqual([showtime])
    const standard = await createShowtime(ctx)
    expect(await getShowtime(ctx, standard.showtimeId)).not.toHaveProperty('cutoffMinutes')
  })
  test('getShowtime says whether the showtime has a waiting room [S-1281]', async () => {
    const { ctx } = context()
    const { showtimeId } = await createShowtime(ctx)
    expect(await getShowtime(ctx, showtimeId)).not.toHaveProperty('isQueued')

    await createWaitingRoomCalls(context).start(showtimeId)

    expect(await getShowtime(ctx, showtimeId)).toHaveProperty('isQueued', true)
  })
})
