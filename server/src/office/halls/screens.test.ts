import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import type { HallRow, StaffScreen } from '@marquee/contract/office/programme/screens'
import { addDays, DAY_MS, formatIsoDate, HOUR_MS, startOfDay } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { getScreenSeats, listSeatOutages } from '#src/bookings/shows/screen-seats.service.ts'
import {
  planOutage,
  putBackInService,
  takeOutOfService,
} from '#src/bookings/shows/seat-outages.service.ts'
import { exportCatalogue } from '#src/catalogue/export/export-catalogue.service.ts'
import { placeViews } from '#src/inventory/views/seat-map.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import {
  applyChanges,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { openTestOffice } from '#test/support/office.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeDatabasePerTest } from '#test/support/test-context.ts'
import { applyProgramme } from '../programme/plans/apply-programme.service.ts'
import { planChanges } from '../programme/plans/programme-plans.service.ts'
import { readProgrammeGrid } from '../programme/week.service.ts'
import * as layouts from './layouts.service.ts'
import * as screens from './screens.service.ts'

const ZONE = 'Asia/Kolkata'
const DEVICE = 'manager'
const PARKING = { twoWheeler: 0, fourWheeler: 0 }
const row = (letters: string, other: Partial<HallRow> = {}): HallRow => ({
  row: letters,
  seats: 4,
  category: 'Standard',
  ...other,
})

describeDatabasePerTest('screens of the office', (context) => {
  const { createOrder, book } = createBookingCalls(context)
  const ctx = () => context().ctx
  const day = (days: number) => addDays(formatIsoDate(context().clock.now(), ZONE), days)
  const startAt = (hours: number) =>
    fixedShowtime('Screen 1', context().clock.now() + hours * HOUR_MS)

  /** First is on Screen 1 in 24 and 72 hours. */
  const openCinema = () =>
    applyChanges(
      ctx(),
      makeCatalogue(
        [makeScreen('Screen 1')],
        [makeMovie('First', { showtimes: [startAt(24), startAt(72)] })],
      ),
    )
  const screenId = async () => (await screens.listScreens(ctx()))[0]?._id ?? ''
  const shows = async () => (await readProgrammeGrid(ctx(), { days: 7 })).shows
  const places = async (showtimeId: string) => (await readSeatMap(ctx(), showtimeId)).places
  const labels = async (index: number) => {
    const all = await places((await shows())[index]?._id ?? '')
    return all.flatMap(({ kind, label }) => (kind === 'seat' ? label : [])).join(' ')
  }

  /** Books a seat of a show. */
  async function sell(index: number, label: string) {
    const show = (await shows())[index]
    const seats = (await places(show?._id ?? '')).flatMap(({ id, label: own }) =>
      own === label ? id : [],
    )
    const order = { movieId: show?.movieId ?? '', showtimeId: show?._id ?? '', seats }
    return book(await createOrder(order as never, seats))
  }

  async function applyRows(rows: HallRow[], validFrom?: string) {
    const id = await screenId()
    const plan = await layouts.planLayout(ctx(), {
      screenId: id,
      rows,
      parking: PARKING,
      validFrom,
    })
    await layouts.applyLayout(ctx(), { screenId: id, planId: plan.planId, deviceId: DEVICE })
    return plan
  }

  const planHall = async () =>
    layouts.planLayout(ctx(), { screenId: await screenId(), rows: [row('A')], parking: PARKING })
  const applyHall = async ({ planId }: { planId: string }) =>
    layouts.applyLayout(ctx(), { screenId: await screenId(), planId, deviceId: DEVICE })

  test('are added, changed and retired [S-870]', async () => {
    await openCinema()
    const office = await openTestOffice(ctx())
    const { client } = await office.pair('manager')
    const PATH = '/api/office/screens'
    const all = async () => ((await client.get(PATH)).json() as { screens: StaffScreen[] }).screens

    const added = await client.post(PATH, { name: 'Screen 2', rows: [row('A')] })

    expect(added.json()).toMatchObject({
      screen: { name: 'Screen 2', cleaningMinutes: 15, layoutVersion: 1, seats: 4 },
    })
    const [first, second] = await all()
    expect([first, second]).toMatchObject([
      { name: 'Screen 1', upcomingShows: 2 },
      { name: 'Screen 2', upcomingShows: 0 },
    ])
    const change = await client.patch(`${PATH}/${first?._id}`, {
      name: 'Large hall',
      cleaningMinutes: 30,
    })
    expect(change.json()).toMatchObject({
      screen: { _id: first?._id, name: 'Large hall', cleaningMinutes: 30, upcomingShows: 2 },
    })
    const statuses = [
      await client.post(PATH, { name: 'screen 2', rows: [row('A')] }),
      await client.post(PATH, { name: 'Screen 3', rows: [row('A'), row('A')] }),
      await client.post(PATH, { name: 'Screen 3', rows: [row('A', { gaps: [9] })] }),
      await client.delete(`${PATH}/${first?._id}`),
      await client.delete(`${PATH}/none`),
      await client.delete(`${PATH}/${second?._id}`),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([422, 400, 400, 409, 404, 200])
    expect(await all()).toMatchObject([{ name: 'Large hall' }])
    await office.close()
  })

  test('are retired also if their hall has earlier versions [S-870]', async () => {
    await openCinema()
    const { _id: added } = await screens.addScreen(ctx(), {
      deviceId: DEVICE,
      name: 'Screen 2',
      cleaningMinutes: 15,
      rows: [row('A')],
      parking: PARKING,
    })
    const hall = { rows: [row('A', { seats: 6 })], parking: PARKING }
    const { planId } = await layouts.planLayout(ctx(), { screenId: added, ...hall })
    await layouts.applyLayout(ctx(), { screenId: added, planId, deviceId: DEVICE })

    await screens.retireScreen(ctx(), added, DEVICE)

    expect(await screens.listScreens(ctx())).toMatchObject([{ name: 'Screen 1' }])
  })

  test('have a hall that is drawn, also after an export [S-869]', async () => {
    const rows = [
      row('A', { seats: 6, gaps: [3], first: 5, direction: 'rightToLeft', accessible: [5] }),
      row('B', { seats: 2, offset: 1 }),
      row('C'),
    ]
    const drawn = makeScreen('Screen 1', { rows, parking: PARKING })
    const movie = makeMovie('First', { showtimes: [startAt(24)] })
    await applyChanges(ctx(), makeCatalogue([drawn], [movie]))

    const [show] = await shows()
    const seats = (await places(show?._id ?? '')).map(({ label, x, access }) => [label, x, access])
    expect(seats).toEqual([
      ['A5', 3, 'wheelchair'],
      ['A6', 2, null],
      ['A7', 1, null],
      ['A8', 0, null],
      ['A9', -2, null],
      ['A10', -3, null],
      ['B1', -2, null],
      ['B2', -1, null],
      ...['C1', 'C2', 'C3', 'C4'].map((label) => [label, null, null]),
    ])
    const file = JSON.parse(JSON.stringify(await exportCatalogue(ctx())))
    expect(file.screens).toEqual([drawn])
  })

  test('get a new hall: a show with sold places keeps its own, and can still be booked [S-871]', async () => {
    await openCinema()
    await sell(0, 'A1')

    const plan = await applyRows([row('A', { seats: 2 }), row('B', { category: 'VIP' }), row('C')])

    expect(plan.changes).toEqual([
      'places added: Screen 1: C1–C4',
      'places removed: Screen 1: A3–A4, parking T1–T2, parking F1',
    ])
    expect(plan.shows).toMatchObject([
      { movie: 'First', sold: 1, keeps: true },
      { movie: 'First', sold: 0, keeps: false },
    ])
    expect([await labels(0), await labels(1)]).toEqual([
      'A1 A2 A3 A4 B1 B2 B3 B4',
      'A1 A2 B1 B2 B3 B4 C1 C2 C3 C4',
    ])
    await sell(0, 'A4')
    await sell(1, 'C4')
    expect((await shows()).map(({ sold, capacity }) => [sold, capacity])).toEqual([
      [2, 8],
      [1, 10],
    ])
    const { layouts: versions } = await layouts.listLayouts(ctx(), await screenId())
    expect(versions).toMatchObject([
      { version: 2, validFrom: day(0), upcomingShows: 1, rows: [{ seats: 2 }, {}, { row: 'C' }] },
      { version: 1, validFrom: null, upcomingShows: 1, rows: [{ seats: 4 }, {}] },
    ])
  })

  test('keep their shows apart, whatever their halls, and the programme stays the same [S-871]', async () => {
    await openCinema()
    await sell(0, 'A1')
    await applyRows([row('A')])
    const id = await screenId()
    const [first, second] = await shows()
    expect([first?.screenId, second?.screenId]).toEqual([id, id])
    const add = (hours: number): ProgrammeChange => ({
      type: 'add',
      movieId: first?.movieId ?? '',
      screenId: id,
      startTime: startAt(hours).startTime,
    })
    const conflicts = async (...changes: ProgrammeChange[]) =>
      (await planChanges(ctx(), changes)).conflicts

    expect(await conflicts()).toEqual([])
    expect(await conflicts(add(25))).toMatchObject([
      { message: expect.stringContaining('First is there at') },
    ])
    const move = { type: 'move', showtimeId: first?._id ?? '' } as const
    expect(await conflicts({ ...move, startTime: startAt(73).startTime })).toHaveLength(1)
    const { planId } = await planChanges(ctx(), [{ ...move, startTime: startAt(30).startTime }])
    await applyProgramme(ctx(), { planId, reason: 'Later', deviceId: DEVICE })
    expect(await labels(0)).toBe('A1 A2 A3 A4 B1 B2 B3 B4')
    const { movies } = await exportCatalogue(ctx())
    expect(movies[0]?.showtimes.map(({ startTime }) => startTime)).toEqual(
      [startAt(30), startAt(72)].map(({ startTime }) => startTime),
    )
  })

  test('have a new hall from a day on, and shows that are added before it have the earlier one [S-871]', async () => {
    await openCinema()

    const { shows: planned } = await applyRows([row('Z')], day(2))

    expect(planned.map(({ keeps }) => keeps)).toEqual([true, false])
    const id = await screenId()
    const [{ movieId = '' } = {}] = await shows()
    const { planId } = await planChanges(ctx(), [
      { type: 'add', movieId, screenId: id, startTime: startAt(20).startTime },
      { type: 'add', movieId, screenId: id, startTime: startAt(90).startTime },
    ])
    await applyProgramme(ctx(), { planId, deviceId: DEVICE })
    const old = 'A1 A2 A3 A4 B1 B2 B3 B4'
    expect([await labels(0), await labels(1), await labels(2), await labels(3)]).toEqual([
      ...[old, old, 'Z1 Z2 Z3 Z4', 'Z1 Z2 Z3 Z4'],
    ])
    const yesterday = { screenId: id, rows: [row('A')], parking: PARKING, validFrom: day(-1) }
    await expect(layouts.planLayout(ctx(), yesterday)).rejects.toMatchObject({ statusCode: 400 })
  })

  test('have seats out of service in all layouts, and back again [S-501][S-509][S-871]', async () => {
    await openCinema()
    await sell(0, 'A1')
    await applyRows([row('A', { seats: 6 })])
    const id = await screenId()
    const OUTAGE = { reason: 'broken hinge', deviceId: DEVICE }
    const outages = async (of: string) => (await getScreenSeats(ctx(), of)).outages
    const labelsOut = async () => (await outages(id)).map(({ seatNumber }) => seatNumber)
    const statuses = async (index: number) => {
      const map = await readSeatMap(ctx(), (await shows())[index]?._id ?? '')
      return placeViews(map, map.places)
        .seats.flatMap(({ seatNumber, status }) => (status === 'SOLD' ? seatNumber : []))
        .join(' ')
    }
    const takeOut = async (layoutId: string, ...wanted: string[]) => {
      const { seats } = await getScreenSeats(ctx(), layoutId)
      const seatIds = seats.flatMap(({ _id, seatNumber }) =>
        wanted.includes(seatNumber) ? _id : [],
      )
      const request = { screenId: layoutId, seatIds }
      const plan = await planOutage(ctx(), request)
      const taken = await takeOutOfService(ctx(), {
        ...request,
        ...OUTAGE,
        planHash: plan.planHash,
      })
      return { plan, taken }
    }

    const { plan, taken } = await takeOut(id, 'A1', 'A2')

    expect(taken).toBe(2)
    expect(plan.counts).toMatchObject({ shows: 2, bookings: 1, people: 1 })
    expect(plan.seats.map(({ seatNumber }) => seatNumber)).toEqual(['A1', 'A2'])
    expect(plan.shows[0]?.hall?.map(({ seatNumber }) => seatNumber)).toContain('B4')
    expect([await statuses(0), await statuses(1)]).toEqual(['A1 A2 A3', 'A1 A2'])
    const { screens: listed } = await listSeatOutages(ctx())
    expect(listed.map(({ name, outages: own }) => [name, own.length])).toEqual([
      ['Screen 1', 2],
      ['Screen 1 (earlier layout)', 0],
    ])
    const earlierId = listed[1]?._id ?? ''
    expect(await outages(earlierId)).toHaveLength(2)

    await takeOut(earlierId, 'B4')
    await applyRows([row('A', { seats: 2 }), row('B')])
    expect([await statuses(0), await statuses(1)]).toEqual(['A1 A2 A3 B4', 'A1 A2 B4'])
    expect(await labelsOut()).toEqual(['A1', 'A2', 'B4'])

    const seatIds = (await outages(id)).flatMap(({ seatId, seatNumber }) =>
      seatNumber === 'A1' ? [] : seatId,
    )
    expect(await putBackInService(ctx(), { screenId: id, seatIds, ...OUTAGE })).toBe(2)
    expect([await statuses(0), await statuses(1)]).toEqual(['A1 A3', 'A1'])
    expect([await labelsOut(), (await outages(earlierId)).length]).toEqual([['A1'], 1])
  })

  test('have their new name at shows with an earlier layout too [S-870][S-871]', async () => {
    await openCinema()
    await sell(0, 'A1')
    await applyRows([row('A')])
    const id = await screenId()

    await screens.changeScreen(ctx(), { screenId: id, deviceId: DEVICE, name: 'Large hall' })

    const names = (await shows()).map(
      async ({ _id }) => (await ctx().showtimes.read(_id)).show.screen,
    )
    expect(await Promise.all(names)).toEqual(['Large hall', 'Large hall'])
  })

  test('change their hall once for each plan, and not after another change [S-871]', async () => {
    await openCinema()
    const id = await screenId()
    const plan = () =>
      layouts.planLayout(ctx(), { screenId: id, rows: [row('A')], parking: PARKING })
    const [first, second] = [await plan(), await plan()]
    const apply = ({ planId }: { planId: string }) =>
      layouts.applyLayout(ctx(), { screenId: id, planId, deviceId: DEVICE })
    expect(await labels(0)).toBe('A1 A2 A3 A4 B1 B2 B3 B4')

    expect(await apply(first)).toBe(true)
    expect(await apply(first)).toBe(false)
    await expect(apply(second)).rejects.toMatchObject({ statusCode: 409 })
    await expect(apply({ planId: 'none' })).rejects.toMatchObject({ statusCode: 404 })
    expect(await labels(0)).toBe('A1 A2 A3 A4')
    const audit = await ctx().db.selectFrom('audit').selectAll().execute()
    expect(audit).toMatchObject([{ action: 'layout.apply', subject_id: id }])
    await context().clock.advance(DAY_MS)
  })

  test('have plans of halls that are no plans of the programme [S-871]', async () => {
    await openCinema()
    const hall = await planHall()
    const programme = await planChanges(ctx(), [])

    const refused = { statusCode: 404, code: 'NOT_FOUND' }
    const asProgramme = applyProgramme(ctx(), { planId: hall.planId, deviceId: DEVICE })
    await expect(asProgramme).rejects.toMatchObject(refused)
    await expect(applyHall(programme)).rejects.toMatchObject(refused)
  })

  test('change their hall for one of two requests at once [S-871]', async () => {
    await openCinema()
    const plan = await planHall()

    const results = await Promise.all([applyHall(plan), applyHall(plan)])

    expect(results.toSorted()).toEqual([false, true])
  })

  test('do not change their hall after the day from which the plan is valid [S-871]', async () => {
    await openCinema()
    const plan = await planHall()
    // Less than a day after it was made.
    const midnight = startOfDay(day(1), ZONE)

    await context().clock.advance(midnight - context().clock.now())

    await expect(applyHall(plan)).rejects.toMatchObject({ statusCode: 409, code: 'CLOSED' })
  })
})
