import { getBookingWindow } from '@marquee/contract/bookings/booking-window'
import { INVALID_DATE } from '@marquee/contract/calls/ids'
import type { ProgrammeShowtime } from '@marquee/contract/movies/programme'
import { randomRuns } from '@marquee/contract/test/random-runs'
import { formatIsoDate, parseLocalTime } from '@marquee/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import { describeDatabases } from '#test/support/test-context.ts'
import { expectRefusal, invalid, notFound, setupTestServer } from '#test/support/test-server.ts'
import { holdPlaces } from '../inventory/holds/holds.service.ts'
import { listMovieShowtimes, listProgramme } from './programme.service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const KOLKATA = 'Asia/Kolkata'
/** On 29 March 2026 the local midnight does not exist in Beirut, on 24 October it exists twice. */
const TIME_ZONES = [KOLKATA, 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Beirut', 'UTC']

describeDatabases('programme', (context) => {
  const server = setupTestServer(context)
  const inZone = (timeZone: string) => {
    const { ctx } = context()
    return { ...ctx, config: { ...ctx.config, timeZone } }
  }
  const createShowtimeAt = (instant: number, cutoffMinutes = 30) => {
    const { ctx } = context()
    return createShowtime(ctx, { startsIn: instant - ctx.now(), cutoffMinutes })
  }
  const setStart = (id: string, instant: number) =>
    context()
      .ctx.db.updateTable('showtimes')
      .set({ starts_at: instant })
      .where('id', '=', id)
      .execute()
  const idsOf = (showtimes: ProgrammeShowtime[]) => showtimes.map(({ _id }) => _id)

  test('GET /api/showtimes lists times, screen, language and seats left by category [S-370]', async () => {
    const { ctx } = context()
    const { showtimeId, movieId, seats } = await createShowtime(ctx)
    const date = formatIsoDate(ctx.now() + 180 * MINUTE, KOLKATA)
    await holdPlaces(ctx, { showtimeId, holder: 'asha', placeIds: seats.slice(0, 3) })

    const listed = (await server().visitor().get(`/api/showtimes?date=${date}`)).json()

    const { starts_at, screen } = await ctx.db
      .selectFrom('showtimes')
      .innerJoin('screens', 'screens.id', 'layout_id')
      .select(['starts_at', 'screens.name as screen'])
      .where('showtimes.id', '=', showtimeId)
      .executeTakeFirstOrThrow()
    expect((listed as ProgrammeShowtime[]).find(({ _id }) => _id === showtimeId)).toEqual({
      _id: showtimeId,
      movieId,
      screen,
      date,
      language: 'Silent',
      startTime: new Date(starts_at).toISOString(),
      endTime: new Date(starts_at + 79 * MINUTE).toISOString(),
      seatsTotal: 24,
      seatsLeft: 21,
      categories: [
        { category: 'Standard', seatsLeft: 5 },
        { category: 'Premium', seatsLeft: 8 },
        { category: 'VIP', seatsLeft: 8 },
      ],
    })
  })

  test('listProgramme contains the first and the last minute of a day and nothing else [S-370]', async () => {
    const midnight = parseLocalTime('2036-02-29', '00:00', KOLKATA)
    const offsets = [-MINUTE, 0, DAY - MINUTE, DAY]
    const created = await Promise.all(offsets.map((ms) => createShowtimeAt(midnight + ms)))
    const [before, first, last, after] = created.map(({ showtimeId }) => showtimeId)
    const { ctx } = context()

    expect(idsOf(await listProgramme(ctx, '2036-02-28'))).toEqual([before])
    expect(idsOf(await listProgramme(ctx, '2036-02-29'))).toEqual([first, last])
    expect(idsOf(await listProgramme(ctx, '2036-03-01'))).toEqual([after])
  })

  test('a showtime is in the programme of its date alone, in any time zone, also at midnight and month ends [S-370]', async () => {
    const { showtimeId, movieId } = await createShowtime(context().ctx)
    const midnights = fc
      .record({
        day: fc.constantFrom('2026-03-28', '2026-03-29', '2026-10-24', '2026-12-31', '2028-02-28'),
        days: fc.integer({ min: 0, max: 2 }),
        minutes: fc.integer({ min: -90, max: 90 }),
      })
      .map(({ day, days, minutes }) => ({ at: Date.parse(day) + days * DAY, minutes }))
    const sample = fc.tuple(fc.constantFrom(...TIME_ZONES), midnights)

    await fc.assert(
      fc.asyncProperty(sample, async ([timeZone, { at, minutes }]) => {
        const day = new Date(at).toISOString().slice(0, 10)
        const instant = parseLocalTime(day, '00:00', timeZone) + minutes * MINUTE
        await setStart(showtimeId, instant)
        const date = Date.parse(formatIsoDate(instant, timeZone))
        const dates = [-DAY, 0, DAY].map((ms) => new Date(date + ms).toISOString().slice(0, 10))
        const found = await Promise.all(
          dates.map(
            async (date) => (await listMovieShowtimes(inZone(timeZone), movieId, date)).length,
          ),
        )
        expect([timeZone, instant, ...found]).toEqual([timeZone, instant, 0, 1, 0])
      }),
      randomRuns({ few: 15, many: 200 }),
    )
  })

  test('listMovieShowtimes lists the showtimes of one movie, earliest first [S-370]', async () => {
    const noon = parseLocalTime('2029-05-01', '12:00', KOLKATA)
    const [first, second, other] = await Promise.all(
      [0, 60, 30].map((minutes) => createShowtimeAt(noon + minutes * MINUTE)),
    )
    const movieId = first?.movieId ?? ''
    const { db } = context().ctx
    await db
      .updateTable('showtimes')
      .set({ movie_id: movieId })
      .where('id', '=', second?.showtimeId ?? '')
      .execute()
    const path = `/api/movies/${movieId}/showtimes?date=2029-05-01`

    const listed = (await server().visitor().get(path)).json() as ProgrammeShowtime[]

    expect(idsOf(listed)).toEqual([first?.showtimeId, second?.showtimeId])
    expect(idsOf(await listProgramme(context().ctx, '2029-05-01'))).toEqual([
      ...[first?.showtimeId, other?.showtimeId, second?.showtimeId],
    ])
  })

  test('listProgramme leaves out movies that are no longer offered', async () => {
    const { movieId } = await createShowtimeAt(parseLocalTime('2029-06-01', '12:00', KOLKATA))
    const { db } = context().ctx
    await db.updateTable('movies').set({ retired: 1 }).where('id', '=', movieId).execute()

    expect(await listProgramme(context().ctx, '2029-06-01')).toEqual([])
  })

  test.each(['2026-02-30', '2027-02-29', '2026-13-01', '2026-2-3', '0000-01-01', 'today', ''])(
    'the programme of the date %j is refused [S-371]',
    async (date) => {
      const visitor = server().visitor()
      for (const path of ['/api/showtimes', '/api/movies/any/showtimes'])
        expectRefusal(await visitor.get(`${path}?date=${date}`), invalid(INVALID_DATE))
    },
  )

  test('the programme is refused without a date and with two [S-371]', async () => {
    const visitor = server().visitor()
    for (const query of ['', '?date=2026-12-01&date=2026-12-02'])
      expectRefusal(await visitor.get(`/api/showtimes${query}`), invalid(INVALID_DATE))
  })

  test('the showtimes of an unknown movie are not found [S-371]', async () => {
    const response = await server().visitor().get('/api/movies/none/showtimes?date=2026-12-01')
    expectRefusal(
      response,
      notFound('The selected movie could not be found. It may have been removed from our system.'),
    )
  })

  test('a showtime that looks bookable accepts a hold at that moment, and others do not [S-372]', async () => {
    const { ctx, clock } = context()
    const nights = ['2030-01-31', '2030-02-28', '2030-12-31', '2032-02-29']
    let bookable = 0
    for (const night of nights) {
      const midnight = parseLocalTime(night, '00:00', KOLKATA) + DAY
      await clock.step(midnight - 20 * MINUTE - ctx.now())
      const shows = fc.sample(
        fc.record({
          minutes: fc.integer({ min: -40, max: 90 }),
          cutoff: fc.constantFrom(0, 5, 30),
        }),
        { numRuns: 8, seed: midnight },
      )
      const created = await Promise.all(
        shows.map(({ minutes, cutoff }) => createShowtimeAt(midnight + minutes * MINUTE, cutoff)),
      )
      for (const step of [0, 15, 15, 20]) {
        await clock.step(step * MINUTE)
        const dates = [0, DAY].map((ms) => formatIsoDate(midnight - MINUTE + ms, KOLKATA))
        const listed = (await Promise.all(dates.map((date) => listProgramme(ctx, date)))).flat()
        expect(listed.length).toBe(created.length)
        for (const showtime of listed) {
          const window = getBookingWindow(showtime, ctx.now())
          const { seats = [] } = created.find(({ showtimeId }) => showtimeId === showtime._id) ?? {}
          const hold = holdPlaces(ctx, {
            showtimeId: showtime._id,
            holder: `holder ${showtime._id}`,
            placeIds: seats.slice(0, 1),
          }).then(
            () => true,
            () => false,
          )
          const isHeld = await hold
          // The window may have closed during the hold.
          if (window.open && window.closesAt - ctx.now() < SECOND) continue
          expect([showtime.startTime, isHeld]).toEqual([showtime.startTime, window.open])
          bookable += Number(isHeld)
        }
      }
    }
    expect(bookable).toBeGreaterThan(nights.length)
  })
})
