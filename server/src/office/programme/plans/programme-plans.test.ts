import { DAY_MS, HOUR_MS, MINUTE_MS } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { book } from '#src/bookings/order/book.service.ts'
import { cancelShow } from '#src/bookings/shows/show-cancellation.service.ts'
import { listMovies } from '#src/catalogue/catalogue.service.ts'
import {
  applyChanges,
  fixedShowtime,
  makeCatalogue,
  makeMovie,
  makeScreen,
} from '#test/support/catalogues.ts'
import { bookingRequest, createUser, emailOf } from '#test/support/makers.ts'
import { setupTestOffice } from '#test/support/office.ts'
import { readSeatMap } from '#test/support/read-seat-map.ts'
import { describeContext, describeDatabasePerTest } from '#test/support/test-context.ts'
import { applyProgramme } from './apply-programme.service.ts'
import { planProgramme } from './programme-plans.service.ts'

describeDatabasePerTest('a plan of the programme', (context) => {
  const inHours = (hours: number) => context().clock.now() + hours * HOUR_MS
  const fileOf = (name: string, hours: number[] = []) =>
    makeCatalogue(
      [makeScreen('Screen 1')],
      [makeMovie(name, { showtimes: hours.map((n) => fixedShowtime('Screen 1', inHours(n))) })],
    )
  const plan = (file: object) => planProgramme(context().ctx, JSON.stringify(file))
  const apply = (planId: string, reason?: string) =>
    applyProgramme(context().ctx, { planId, reason, deviceId: 'command-line' })
  const names = async () => (await listMovies(context().ctx)).map(({ name }) => name)
  const showtimeIds = async () =>
    (await listMovies(context().ctx)).flatMap(({ showtimes }) =>
      showtimes.map((showtime) => Object(showtime)._id as string),
    )

  /** Books the seats A1 and A2 of the first show. */
  async function sellTwoSeats() {
    const { ctx } = context()
    const [movie] = await listMovies(ctx)
    const [showtimeId = ''] = await showtimeIds()
    const { places } = await readSeatMap(ctx, showtimeId)
    const seats = places.flatMap(({ id, label }) => (['A1', 'A2'].includes(label) ? id : []))
    const userId = await createUser(ctx)
    const show = { movieId: movie?._id ?? '', showtimeId, seats }
    const request = bookingRequest(show, userId, { seatIds: seats, totalCost: 300 })
    await book(ctx, { userId, email: emailOf(userId), holder: 'asha', request })
    return showtimeId
  }

  test('names the shows that are added and removed, and changes nothing [S-781]', async () => {
    await applyChanges(context().ctx, fileOf('First', [24]))

    const planned = await plan(fileOf('Second', [48]))

    expect(planned).toMatchObject({
      adds: [{ movie: 'Second', screen: 'Screen 1', startTime: expect.any(String) }],
      removes: [{ movie: 'First', screen: 'Screen 1' }],
      conflicts: [],
      consequences: { bookings: 0, people: 0, refunds: 0, mails: 0, references: [] },
    })
    expect(planned.changes).toEqual(expect.arrayContaining(['movies added: Second']))
    expect(await names()).toEqual(['First'])
  })

  test('tells all nodes of the shows that it adds and removes [S-787]', async () => {
    const { ctx, publishedShowtimes } = context()
    await applyChanges(ctx, fileOf('First', [24]))
    const [removed] = await showtimeIds()
    const { planId } = await plan(fileOf('First', [48]))
    const changed: string[] = []
    const listener = (id: string) => void changed.push(id)
    ctx.events.on('showChanged', listener)
    publishedShowtimes.length = 0

    await apply(planId)

    ctx.events.off('showChanged', listener)
    const [added] = await showtimeIds()
    expect(changed.toSorted()).toEqual([added, removed].toSorted())
    expect(publishedShowtimes).toEqual([removed])
  })

  test('is applied once, and is in the audit [S-783]', async () => {
    const { ctx } = context()
    await applyChanges(ctx, fileOf('First'))
    const { planId } = await plan(fileOf('Second', [24]))

    expect(await apply(planId, 'the new season')).toBe(true)
    expect(await apply(planId)).toBe(false)

    expect(await names()).toEqual(['Second'])
    const audit = await ctx.db.selectFrom('audit').selectAll().execute()
    expect(audit).toMatchObject([{ action: 'programme.apply', reason: 'the new season' }])
    expect(JSON.parse(audit[0]?.state_after ?? '')).toMatchObject({
      showsAdded: 1,
      showsRemoved: 0,
    })
  })

  test('is applied by one of two requests at once, and the other one is told so [S-783]', async () => {
    await applyChanges(context().ctx, fileOf('First'))
    const { planId } = await plan(fileOf('Second', [24]))

    const results = await Promise.all([apply(planId), apply(planId)])

    expect(results.toSorted()).toEqual([false, true])
    expect(await names()).toEqual(['Second'])
  })

  test('is not found a day after it was made [S-783]', async () => {
    await applyChanges(context().ctx, fileOf('First'))
    const { planId } = await plan(fileOf('Second'))

    await context().clock.advance(DAY_MS + MINUTE_MS)

    await expect(apply(planId)).rejects.toMatchObject({ statusCode: 404, code: 'NOT_FOUND' })
    expect(await names()).toEqual(['First'])
  })

  test('is refused after another change of the programme, and of two that are applied at once one is [S-783]', async () => {
    await applyChanges(context().ctx, fileOf('First'))
    const plans = [await plan(fileOf('Second')), await plan(fileOf('Third'))]

    const results = await Promise.allSettled(plans.map(({ planId }) => apply(planId)))

    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results).toContainEqual({
      status: 'rejected',
      reason: expect.objectContaining({ statusCode: 409, code: 'CLOSED' }),
    })
    expect(await names()).toEqual([results[0]?.status === 'fulfilled' ? 'Second' : 'Third'])
  })

  test('is refused after a show was cancelled [S-783]', async () => {
    const { ctx } = context()
    await applyChanges(ctx, fileOf('First', [24, 48]))
    const { planId } = await plan(fileOf('First', [24, 48, 72]))
    const [showtimeId = ''] = await showtimeIds()
    await cancelShow(ctx, { showtimeId, reason: 'No power', deviceId: 'command-line' })

    await expect(apply(planId)).rejects.toMatchObject({ statusCode: 409 })
  })

  test('names the bookings of a show that the file drops, and is not applied [S-782]', async () => {
    await applyChanges(context().ctx, fileOf('First', [24]))
    const showtimeId = await sellTwoSeats()

    const { planId, conflicts, consequences } = await plan(fileOf('First', [48]))

    expect(conflicts).toEqual([
      {
        movie: 'First',
        screen: 'Screen 1',
        startTime: expect.any(String),
        message: expect.stringMatching(/^First on Screen 1, .* stays: 2 places sold\. Keep it/),
        bookings: [
          { reference: expect.any(String), places: ['A1', 'A2'], refund: 300, hasEmail: true },
        ],
      },
    ])
    expect(consequences).toMatchObject({ bookings: 1, people: 2, refunds: 300, mails: 1 })
    await expect(apply(planId)).rejects.toMatchObject({
      statusCode: 422,
      message: conflicts[0]?.message,
    })
    expect(await showtimeIds()).toEqual([showtimeId])
  })

  test('is not applied when a place was sold after it was made [S-782]', async () => {
    await applyChanges(context().ctx, fileOf('First', [24]))
    const { planId, conflicts } = await plan(fileOf('First', [48]))
    const showtimeId = await sellTwoSeats()

    expect(conflicts).toEqual([])
    await expect(apply(planId)).rejects.toMatchObject({ statusCode: 422 })
    expect(await showtimeIds()).toEqual([showtimeId])
  })

  test('has a conflict for a show that overlaps one that stays, and for sold seats that the file drops [S-782]', async () => {
    await applyChanges(context().ctx, fileOf('First', [24]))
    await sellTwoSeats()
    const { movies } = fileOf('First', [25])
    const smaller = makeScreen('Screen 1', {
      rows: [{ row: 'A', seats: 1, category: 'Standard' }],
    })

    const { conflicts } = await plan(makeCatalogue([smaller], movies))

    expect(conflicts.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Screen 1: A2 stay: they are sold or held for shows to come\. Take/),
      expect.stringMatching(/stays: 2 places sold/),
      expect.stringMatching(/^First on Screen 1, .*: First is there at .*\. Choose another time/),
    ])
  })

  test('has a conflict for a show without time for cleaning before or after it [S-852]', async () => {
    const show = (minutes: number) => fixedShowtime('Screen 1', inHours(24) + minutes * MINUTE_MS)
    const file = (cleaningMinutes: number | undefined, minutes: number[]) =>
      makeCatalogue(
        [makeScreen('Screen 1', { cleaningMinutes })],
        [makeMovie('First', { showtimes: minutes.map(show) })],
      )
    const messages = async (...given: Parameters<typeof file>) =>
      (await plan(file(...given))).conflicts.map(({ message }) => message)

    expect(await messages(undefined, [0, 134])).toEqual([
      expect.stringMatching(
        /^First on Screen 1, .*: no cleaning time\. First ends 14 minutes before, and Screen 1 needs 15 minutes\. Choose/,
      ),
    ])
    expect(await messages(undefined, [0, 135])).toEqual([])
    expect(await messages(30, [0, 149])).toHaveLength(1)
    expect(await messages(0, [0, 120])).toEqual([])
    await applyChanges(context().ctx, file(undefined, [0, 130]))
    // What is there already is not asked about again.
    expect(await messages(undefined, [0, 130])).toEqual([])
    expect(await messages(undefined, [-130, 0, 130])).toHaveLength(1)
  })

  test('is refused for a file with problems, with all of them [S-782]', async () => {
    await expect(plan({ screens: [], movies: [{}] })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('movies[0].name'),
    })
  })
})

describeContext('POST /api/office/programme/plan', (context) => {
  const office = setupTestOffice(context)

  test('takes a file of 5,000 shows, from a manager only [S-782]', async () => {
    const first = context().clock.now()
    const showtimes = Array.from({ length: 5000 }, (_, n) =>
      fixedShowtime('Screen 1', first + (24 + 3 * n) * HOUR_MS),
    )
    const file = makeCatalogue([makeScreen('Screen 1')], [makeMovie('First', { showtimes })])
    const catalogue = JSON.stringify(file)
    const { pair } = office()
    const [manager, counter] = [await pair('manager'), await pair('counter')]

    const planned = await manager.client.post('/api/office/programme/plan', { catalogue })
    const refused = await counter.client.post('/api/office/programme/plan', { catalogue })

    expect([planned.statusCode, refused.statusCode]).toEqual([200, 403])
    expect(planned.json()).toMatchObject({ adds: { length: 5000 }, conflicts: [] })
  })
})
