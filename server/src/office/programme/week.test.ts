import { addDays, DAY_MS, formatIsoDate, HOUR_MS, parseLocalTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import {
  applyChanges,
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeContext, describeDatabasePerTest } from '#test/support/test-context.ts'
import { readProgrammeGrid } from './week.service.ts'

const ZONE = 'Asia/Kolkata'

describeDatabasePerTest('the programme of some days', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const ctx = () => context().ctx
  const today = () => formatIsoDate(context().clock.now(), ZONE)

  test('has the shows of these days with what is sold, the screens and movies, and the daily showtimes [S-858]', async () => {
    const { clock } = context()
    const tomorrow = clock.now() + DAY_MS
    const single = fixedShowtime('Screen 2', tomorrow, 10)
    const time = '21:30'
    const excepted = parseLocalTime(addDays(today(), 2), time, ZONE)
    const rule = daily('Screen 1', time, 45)
    await applyChanges(
      ctx(),
      makeCatalogue(
        [
          makeScreen('Screen 10'),
          makeScreen('Screen 1'),
          makeScreen('Screen 2', { cleaningMinutes: 25 }),
        ],
        [
          makeMovie('Daily', {
            daily: [{ ...rule, except: [addDays(today(), 2)] }],
            showtimes: [fixedShowtime('Screen 1', excepted, 45)],
          }),
          makeMovie('Once', {
            showtimes: [single, fixedShowtime('Screen 2', tomorrow + 5 * DAY_MS)],
          }),
          makeMovie('Soon', { releaseDate: '2099-01-01' }),
        ],
      ),
    )
    const before = await readProgrammeGrid(ctx(), { days: 3 })
    const once = before.shows.find(({ cutoffMinutes }) => cutoffMinutes === 10)
    const { places } = await readSeatMap(ctx(), once?._id ?? '')
    const seats = places.flatMap(({ id, kind }) => (kind === 'seat' ? id : []))
    const show = { movieId: once?.movieId ?? '', showtimeId: once?._id ?? '', seats }
    await book(await createOrder(show as never, seats.slice(0, 3)))

    const grid = await readProgrammeGrid(ctx(), { days: 3 })

    expect(grid).toMatchObject({
      from: today(),
      days: 3,
      version: 1,
      isOwnedByOffice: false,
      screens: [
        { name: 'Screen 1', cleaningMinutes: 15 },
        { name: 'Screen 2', cleaningMinutes: 25 },
        { name: 'Screen 10' },
      ],
      movies: [
        { name: 'Daily', duration: 120, state: 'showing' },
        { name: 'Once', state: 'showing' },
        { name: 'Soon', state: 'announced' },
      ],
      dailyRules: [{ at: time, cutoffMinutes: 45, except: [addDays(today(), 2)] }],
    })
    const nameOf = (id: string) => grid.movies.find(({ _id }) => _id === id)?.name
    expect(
      grid.shows.map(({ movieId, sold, held, capacity, dailyAt, ...show }) => [
        ...[nameOf(movieId), formatIsoDate(Date.parse(show.startTime), ZONE)],
        ...[sold, held, capacity, dailyAt],
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Daily', addDays(today(), 1), 0, 0, 8, time],
        ['Daily', addDays(today(), 2), 0, 0, 8, null],
        ['Once', formatIsoDate(tomorrow, ZONE), 3, 0, 8, null],
      ]),
    )
    const own = grid.shows.find(({ sold }) => sold > 0)
    expect(own).toMatchObject({ startTime: single.startTime, cutoffMinutes: 10 })
    expect(Date.parse(own?.endTime ?? '') - Date.parse(single.startTime)).toBe(2 * HOUR_MS)
  })

  test('leaves out cancelled shows, and begins on the day that is asked for [S-858]', async () => {
    const { clock } = context()
    const showtimes = [24, 48].map((hours) =>
      fixedShowtime('Screen 1', clock.now() + hours * HOUR_MS),
    )
    await applyChanges(
      ctx(),
      makeCatalogue([makeScreen('Screen 1')], [makeMovie('First', { showtimes })]),
    )
    const startsOf = async (from: string) =>
      (await readProgrammeGrid(ctx(), { from, days: 1 })).shows.map(({ startTime }) => startTime)
    const day = (hours: number) => formatIsoDate(clock.now() + hours * HOUR_MS, ZONE)

    expect(await startsOf(day(24))).toEqual([showtimes[0]?.startTime])
    expect(await startsOf(day(48))).toEqual([showtimes[1]?.startTime])
    expect(await startsOf(addDays(today(), -1))).toEqual([])
    const [show] = (await readProgrammeGrid(ctx(), { days: 3 })).shows
    await cancelShow(ctx(), { showtimeId: show?._id ?? '', reason: 'No power', deviceId: 'x' })
    expect(await startsOf(day(24))).toEqual([])
  })
})

describeContext('GET /api/office/programme', (context) => {
  const office = setupTestOffice(context)

  test('takes 1 to 42 days, 7 if none are given, from a manager only [S-858]', async () => {
    const [manager, counter] = [await office().pair('manager'), await office().pair('counter')]
    const get = (query: string) => manager.client.get(`/api/office/programme${query}`)

    expect((await get('')).json()).toMatchObject({ days: 7, shows: [] })
    expect((await get('?from=2026-12-01&days=42')).json()).toMatchObject({ from: '2026-12-01' })
    for (const query of ['?days=0', '?days=43', '?days=x', '?from=tomorrow'])
      expect((await get(query)).statusCode, query).toBe(400)
    expect((await counter.client.get('/api/office/programme')).statusCode).toBe(403)
  })
})
