import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { addDays, formatIsoDate, HOUR_MS, parseLocalTime } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { exportCatalogue } from '#src/catalogue/export/export-catalogue.service.ts'
import { extendSchedule } from '#src/catalogue/schedule/schedule.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
import {
  applyChanges,
  daily,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { openTestOffice } from '#test/support/office.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeContext, describeDatabasePerTest } from '#test/support/test-context.ts'
import { applyProgramme } from '../programme/plans/apply-programme.service.ts'
import { planChanges } from '../programme/plans/programme-plans.service.ts'
import { readProgrammeGrid } from '../programme/week.service.ts'
import { changeOpeningHours, changeScreen } from './screens.service.ts'

const ZONE = 'Asia/Kolkata'
const deviceId = 'manager'

describeDatabasePerTest('closed screens and opening hours', (context) => {
  const ctx = () => context().ctx
  const day = (days: number) => addDays(formatIsoDate(context().clock.now(), ZONE), days)
  const startOn = (days: number, time: string) =>
    new Date(parseLocalTime(day(days), time, ZONE)).toISOString()
  const single = (days: number, time: string) =>
    fixedShowtime('Screen 1', Date.parse(startOn(days, time)))
  const grid = () => readProgrammeGrid(ctx(), { days: 10 })
  /** The days from today of the shows, in order. */
  const daysOfShows = async () =>
    (await grid()).shows.map(
      ({ startTime }) =>
        (Date.parse(`${formatIsoDate(Date.parse(startTime), ZONE)}T00:00Z`) -
          Date.parse(`${day(0)}T00:00Z`)) /
        (24 * HOUR_MS),
    )

  /** Daily is on Screen 1 at 18:00 for the next days, Single on day 3 at 10:00. */
  async function openCinema() {
    await applyChanges(
      ctx(),
      makeCatalogue(
        [makeScreen('Screen 1'), makeScreen('Screen 2')],
        [
          makeMovie('Daily', { daily: [daily('Screen 1', '18:00')] }),
          makeMovie('Single', { showtimes: [single(3, '10:00')] }),
        ],
      ),
    )
    const { screens, movies, shows } = await grid()
    const screenId = screens[0]?._id ?? ''
    const close = (from: number, to: number) =>
      changeScreen(ctx(), { screenId, deviceId, closed: { from: day(from), to: day(to) } })
    const add = (days: number, time: string): ProgrammeChange => ({
      type: 'add',
      movieId: movies[1]?._id ?? '',
      screenId,
      startTime: startOn(days, time),
    })
    return { screenId, close, add, shows }
  }

  test('a closed screen leaves out its daily shows, and has them again when it is open [S-981]', async () => {
    const { screenId, close } = await openCinema()
    const before = await daysOfShows()

    expect(await close(4, 5)).toMatchObject({ closed: { from: day(4), to: day(5) } })

    expect(await daysOfShows()).toEqual(before.filter((days) => days !== 4 && days !== 5))
    await extendSchedule(ctx())
    expect(await daysOfShows()).not.toContain(4)
    const { screens, movies } = await exportCatalogue(ctx())
    expect(screens[0]).toMatchObject({ closed: { from: day(4), to: day(5) } })
    expect(movies[0]?.daily[0]).not.toHaveProperty('except', expect.anything())
    await changeScreen(ctx(), { screenId, deviceId, closed: null })
    expect(await daysOfShows()).toEqual(before)
  })

  test('a screen is not closed on days with single shows, or with sold or held places [S-981]', async () => {
    const { close, shows } = await openCinema()
    await expect(close(3, 4)).rejects.toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/^Single on Screen 1, .*: Screen 1 is closed from .* to /),
    })
    const held = shows.find(({ startTime }) => startTime === startOn(5, '18:00'))?._id ?? ''
    const { places } = await readSeatMap(ctx(), held)
    const placeIds = [places[0]?.id ?? '']
    await holdPlaces(ctx(), { showtimeId: held, holder: 'asha', placeIds } as never)

    await expect(close(5, 6)).rejects.toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/^Daily on Screen 1, [^\n]*: Screen 1 is closed from [^\n]*$/),
    })
    expect(await daysOfShows()).toContain(5)
  })

  test('a show on a closed screen is a conflict of its plan, also when it moves there [S-981]', async () => {
    const { close, add, shows } = await openCinema()
    await close(4, 5)
    const other = shows.find(({ startTime }) => startTime === startOn(3, '10:00'))?._id ?? ''
    const messages = async (...changes: ProgrammeChange[]) =>
      (await planChanges(ctx(), changes)).conflicts.map(({ message }) => message)

    expect(await messages(add(4, '10:00'))).toEqual([
      expect.stringMatching(/^Single on Screen 1, .*: Screen 1 is closed from .* Choose another/),
    ])
    expect(
      await messages({ type: 'move', showtimeId: other, startTime: startOn(5, '21:00') }),
    ).toEqual([expect.stringMatching(/Screen 1 is closed/)])
    expect(await messages(add(6, '10:00'))).toEqual([])
  })

  test('a show outside the opening hours is a conflict of its plan, and those that are there stay [S-980]', async () => {
    const { add } = await openCinema()
    const hours = { opens: '12:00', closes: '01:00' }
    const before = await daysOfShows()

    expect(await changeOpeningHours(ctx(), { openingHours: hours, deviceId })).toEqual(hours)

    expect(await daysOfShows()).toEqual(before)
    const conflicts = async (...changes: ProgrammeChange[]) =>
      (await planChanges(ctx(), changes)).conflicts.map(({ message }) => message)
    expect(await conflicts(add(4, '09:00'), add(4, '23:30'), add(4, '21:00'))).toEqual([
      expect.stringMatching(
        /^Single on Screen 1, .*, 9:00 AM: outside the opening hours, 12:00 PM to 1:00 AM\. Choose another time/,
      ),
      expect.stringMatching(/^Single on Screen 1, .*, 11:30 PM: outside the opening hours/),
    ])
    const { cinema } = await exportCatalogue(ctx())
    expect(cinema).toMatchObject({ name: 'Marquee', hours })
    expect(await changeOpeningHours(ctx(), { openingHours: null, deviceId })).toBe(null)
    expect(await conflicts(add(4, '09:00'))).toEqual([])
  })

  test('a plan names the daily shows that single ones replace, on any day [S-982]', async () => {
    const { add } = await openCinema()
    const warnings = async (...changes: ProgrammeChange[]) =>
      (await planChanges(ctx(), changes)).warnings

    expect(await warnings(add(4, '19:00'), add(30, '17:00'), add(5, '10:00'))).toEqual([
      expect.stringMatching(
        /^Daily on Screen 1, daily 6:00 PM: replaced by single shows on .* and 1 more day\.$/,
      ),
    ])
    const { planId } = await planChanges(ctx(), [add(4, '19:00')])
    await applyProgramme(ctx(), { planId, deviceId })
    expect(await warnings(add(6, '10:00'))).toEqual([])
  })

  test('the cutoff of a show changes without a move of its bookings [S-984]', async () => {
    const { shows } = await openCinema()
    const showtimeId = shows.find(({ startTime }) => startTime === startOn(3, '10:00'))?._id ?? ''
    const change: ProgrammeChange = { type: 'move', showtimeId, cutoffMinutes: 5 }

    const { planId, moves, needsReason, changes } = await planChanges(ctx(), [change])
    await applyProgramme(ctx(), { planId, deviceId })

    expect([moves, needsReason]).toEqual([[], false])
    expect(changes).toEqual([expect.stringMatching(/^showtimes changed: Single on Screen 1/)])
    const after = (await grid()).shows.find(({ _id }) => _id === showtimeId)
    expect(after).toMatchObject({ cutoffMinutes: 5, startTime: startOn(3, '10:00') })
  })
})

describeContext('PUT /api/office/opening-hours', (context) => {
  test('is a call of managers, refuses texts that are no time, and screens refuse a last day before the first [S-980][S-981]', async () => {
    const { ctx } = context()
    await applyChanges(ctx, makeCatalogue([makeScreen('Screen 1')], []))
    const office = await openTestOffice(ctx)
    const { client } = await office.pair('manager')
    const openingHours = { opens: '09:00', closes: '01:00' }
    const PATH = '/api/office/opening-hours'

    const answers = [
      await client.put(PATH, { openingHours }),
      await client.put(PATH, { openingHours: { opens: '9', closes: '01:00' } }),
    ].map(({ statusCode }) => statusCode)

    expect(answers).toEqual([200, 400])
    const listed = (await client.get('/api/office/screens')).json()
    expect(listed).toMatchObject({ openingHours, screens: [{ closed: null }] })
    const path = `/api/office/screens/${Object(listed).screens[0]._id}`
    const closed = { from: '2026-12-05', to: '2026-12-04' }
    expect((await client.patch(path, { closed })).statusCode).toBe(400)
    await office.close()
  })
})
