import { bookingWindow } from '@marquee/contract/booking-window'
import type { Showtime } from '@marquee/contract/showtimes'
import { cinemaDay } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import {
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { createShowtime } from '#test/support/makers.ts'
import { createBrowser, createTestApp } from '#test/support/test-app.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { applyCatalogue } from './apply.service.ts'
import { getMovie, getShowtime, listMovies } from './catalogue.service.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { extendSchedule } from './schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

describeDatabases('the listing', (world) => {
  const showtimesOf = async (name: string) => {
    const movie = (await listMovies(world().ctx)).find((one) => one.name === name)
    return (movie?.showtimes ?? []) as Showtime[]
  }
  /** A film with showtimes that start in so many minutes, on halls of their own. */
  const aFilmIn = async (name: string, ...minutes: number[]) => {
    const { ctx } = world()
    const starts = minutes.map((minute) => ctx.now() + minute * MINUTE)
    await applyCatalogue(
      ctx,
      makeCatalogue(
        starts.map((_, at) => makeScreen(`${name} ${at}`)),
        [
          makeMovie(name, {
            showtimes: starts.map((start, at) => fixedShowtime(`${name} ${at}`, start)),
          }),
        ],
      ),
    )
  }
  const screensOf = async (name: string) =>
    (await showtimesOf(name)).map(({ screen }) => screen.replace(`${name} `, ''))

  test('begins with the showtime one can book next; what is closed comes after', async () => {
    await aFilmIn('Ordered', 10, 600, 45, 20, 90)

    expect(await screensOf('Ordered')).toEqual(['2', '4', '1', '0', '3'])
  })

  test('of a film whose showtimes are all closed, what is still to come is first', async () => {
    const { clock } = world()
    await aFilmIn('Closed', 31, 40, 60)

    await clock.advance(45 * MINUTE)

    const showtimes = await showtimesOf('Closed')
    expect(showtimes[0]?.screen).toBe('Closed 2')
    expect(bookingWindow(showtimes[0] ?? {}, clock.now())).toEqual({
      open: false,
      message: 'Booking cutoff time passed',
    })
  })

  test('a film that has only been keeps its last showtime, so that its card says closed', async () => {
    const { clock } = world()
    await aFilmIn('Long ago', 60, 120)
    await clock.advance(30 * DAY)

    expect(await screensOf('Long ago')).toEqual(['1'])
  })

  test('what has been yesterday is left out of a film that plays again', async () => {
    const { ctx, clock } = world()
    await applyCatalogue(
      ctx,
      makeCatalogue(
        [makeScreen('Screen 1')],
        [makeMovie('Again', { daily: [daily('Screen 1', '21:30')] })],
      ),
    )
    await clock.advance(3 * DAY)
    await extendSchedule(ctx)

    const today = cinemaDay(clock.now(), ctx.config.timeZone)
    const dates = (await showtimesOf('Again')).map(({ date }) => date)
    expect(dates.length).toBeGreaterThanOrEqual(7)
    expect(dates.every((date) => date >= today)).toBe(true)
  })

  test('screen and time are those of the first showtime, else what the file says, else a default', async () => {
    const { ctx } = world()
    await applyCatalogue(
      ctx,
      makeCatalogue(
        [makeScreen('Balcony')],
        [
          makeMovie('Told', { screen: 'Foyer', timing: 'Before every show' }),
          makeMovie('Untold'),
          makeMovie('Timed', { screen: 'Foyer', daily: [daily('Balcony', '21:30')] }),
        ],
      ),
    )

    expect(await listMovies(ctx)).toMatchObject([
      { name: 'Told', screen: 'Foyer', timing: 'Before every show', showtimes: [] },
      { name: 'Untold', screen: 'Screen 1', timing: 'To be announced', showtimes: [] },
      { name: 'Timed', screen: 'Balcony', timing: '9:30 PM' },
    ])
  })

  test('seats left fall with a live hold and rise when it has run out, swept or not; slots are no seats', async () => {
    const { ctx, clock } = world()
    const { showtimeId, seats, twoWheelers } = await createShowtime(ctx)
    const placeIds = [...seats.slice(0, 3), ...twoWheelers.slice(0, 2)]
    const left = async () => (await getShowtime(ctx, showtimeId)).seatsLeft

    await holdPlaces(ctx, { showtimeId, holder: 'asha', placeIds })
    expect(await left()).toBe(21)

    await clock.advance(ctx.config.holdMs)
    expect(await left()).toBe(24)
  })

  test('one showtime tells its day by the cinema’s calendar', async () => {
    const { ctx } = world()
    const { showtimeId, movieId } = await createShowtime(ctx, { cutoffMinutes: 5 })
    const showtime = await getShowtime(ctx, showtimeId)

    expect(showtime).toMatchObject({ _id: showtimeId, movieId, cutoffMinutes: 5, seatsTotal: 24 })
    expect(showtime.date).toBe(cinemaDay(Date.parse(showtime.startTime), 'Asia/Kolkata'))
    expect((await getMovie(ctx, movieId)).showtimes).toEqual([showtime])
  })

  test('what is not there is told in the words of the house', async () => {
    const { app } = await createTestApp(world().ctx)
    const browser = createBrowser(app)

    expect((await browser.get('/api/movies/none')).json()).toMatchObject({
      statusCode: 404,
      message: 'The selected movie could not be found. It may have been removed from our system.',
    })
    expect((await browser.get('/api/showtimes/none')).json()).toMatchObject({
      statusCode: 404,
      message: 'The selected showtime is no longer available. Please choose another showtime.',
    })
  })
})

describeDatabases('the sample programme', (world) => {
  test('at any hour several films can be booked, one is closed, and one has no showtime', async () => {
    const { ctx, clock } = world()
    await loadCatalogue(ctx)

    for (let hours = 0; hours < 24 * 10; hours += 7) {
      await clock.advance(7 * HOUR)
      await extendSchedule(ctx)
      const movies = await listMovies(ctx)
      const first = movies.map(({ showtimes }) => showtimes[0] as Showtime | undefined)
      const isOpen = (showtime: Showtime) => bookingWindow(showtime, clock.now()).open

      expect(first.filter((showtime) => showtime && isOpen(showtime)).length).toBe(8)
      expect(first.filter((showtime) => showtime && !isOpen(showtime)).length).toBe(1)
      expect(first.filter((showtime) => !showtime).length).toBe(1)
    }
  })

  test('goes on after a restart, and is not poured into a cinema that has a programme', async () => {
    const { ctx } = world()
    const before = await listMovies(ctx)

    await loadCatalogue(ctx)

    expect(await listMovies(ctx)).toEqual(before)
  })
})
