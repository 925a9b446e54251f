import type { ProgrammeChange } from '@marquee/contract/office/programme/changes'
import { DAY_MS, HOUR_MS } from '@marquee/contract/time'
import { expect, test } from 'vitest'
import { finishShowCancellations } from '#src/bookings/shows/show-cancellation.service.ts'
import { readProgrammeState } from '#src/catalogue/programme.service.ts'
import { holdPlaces } from '#src/inventory/holds/holds.service.ts'
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
import { applyProgramme } from './apply-programme.service.ts'
import { planChanges } from './programme-plans.service.ts'

describeDatabasePerTest('changes of the programme', (context) => {
  const { createOrder, book, listBookings } = createBookingCalls(context)
  const ctx = () => context().ctx
  const plan = (...changes: ProgrammeChange[]) => planChanges(ctx(), changes)
  const apply = (planId: string, other: { reason?: string; refundUnseated?: boolean } = {}) =>
    applyProgramme(ctx(), { planId, deviceId: 'manager', ...other })
  const inHours = (hours: number) =>
    fixedShowtime('', context().clock.now() + hours * HOUR_MS).startTime

  /** First is on Screen 1 in 24 and 30 hours. Screen 2 is empty, and smaller. */
  async function openCinema() {
    const first = makeMovie('First', {
      showtimes: [24, 30].map((hours) => ({
        screen: 'Screen 1',
        cutoffMinutes: 30,
        startTime: inHours(hours),
      })),
    })
    const small = makeScreen('Screen 2', { rows: [{ row: 'A', seats: 1, category: 'Standard' }] })
    await applyChanges(
      ctx(),
      makeCatalogue([makeScreen('Screen 1'), small], [first, makeMovie('Second')]),
    )
  }

  const idsOf = async (table: 'movies' | 'screens') => {
    const rows = await ctx().db.selectFrom(table).select(['id', 'name']).execute()
    return Object.fromEntries(rows.map(({ id, name }) => [name, id])) as Record<string, string>
  }
  /** `First Screen 1 24`: the shows to come, with their start in hours from now. */
  async function shows() {
    const rows = await ctx()
      .db.selectFrom('showtimes')
      .innerJoin('movies', 'movies.id', 'movie_id')
      .innerJoin('screens', 'screens.id', 'layout_id')
      .select(['showtimes.id', 'movies.name as movie', 'screens.name as screen', 'starts_at'])
      .where('cancelled_at', 'is', null)
      .orderBy('starts_at')
      .orderBy('screen')
      .execute()
    const now = context().clock.now()
    return rows.map(({ id, movie, screen, starts_at }) => ({
      id,
      text: `${movie} ${screen} ${Math.ceil((starts_at - now) / HOUR_MS)}`,
    }))
  }
  const texts = async () => (await shows()).map(({ text }) => text)
  const showAt = async (index: number) => (await shows())[index]?.id ?? ''

  /** Books the first seats of a show for a visitor. */
  async function sell(showtimeId: string, seats: number) {
    const { places } = await readSeatMap(ctx(), showtimeId)
    const seatIds = places.flatMap(({ id, kind }) => (kind === 'seat' ? id : []))
    const [row] = await ctx()
      .db.selectFrom('showtimes')
      .select('movie_id')
      .where('id', '=', showtimeId)
      .execute()
    const show = { movieId: row?.movie_id ?? '', showtimeId, seats: seatIds }
    const order = await createOrder(show as never, seatIds.slice(0, seats))
    return { userId: order.userId, ...(await book(order)) }
  }

  test('are planned without a change, and made as planned [S-853]', async () => {
    await openCinema()
    const [movies, screens] = [await idsOf('movies'), await idsOf('screens')]
    const [first, second] = await shows()
    const changes: ProgrammeChange[] = [
      {
        type: 'add',
        movieId: movies.Second ?? '',
        screenId: screens['Screen 2'] ?? '',
        startTime: inHours(50),
      },
      { type: 'move', showtimeId: first?.id ?? '', startTime: inHours(60) },
      { type: 'remove', showtimeId: second?.id ?? '' },
    ]

    const planned = await plan(...changes)

    expect(planned).toMatchObject({
      adds: [{ movie: 'Second', screen: 'Screen 2', startTime: inHours(50) }],
      moves: [
        {
          movie: 'First',
          screen: 'Screen 1',
          startTime: inHours(60),
          from: { screen: 'Screen 1', startTime: inHours(24) },
          bookings: [],
        },
      ],
      removes: [{ movie: 'First', startTime: inHours(30), isCancelled: false }],
      conflicts: [],
      needsReason: false,
    })
    expect(await texts()).toEqual(['First Screen 1 24', 'First Screen 1 30'])

    expect(await apply(planned.planId)).toBe(true)
    expect(await apply(planned.planId)).toBe(false)
    expect(await texts()).toEqual(['Second Screen 2 50', 'First Screen 1 60'])
  })

  test('make the office the owner of the programme [S-851]', async () => {
    await openCinema()
    const removed = await plan({ type: 'remove', showtimeId: await showAt(0) })
    expect(await readProgrammeState(ctx().db)).toMatchObject({ isOwnedByOffice: false })

    await apply(removed.planId)

    expect(await readProgrammeState(ctx().db)).toMatchObject({ isOwnedByOffice: true })
  })

  test('move a show with its bookings, and take its time for another show [S-854]', async () => {
    await openCinema()
    const [movies, screens] = [await idsOf('movies'), await idsOf('screens')]
    const showtimeId = await showAt(0)
    const { userId, bookingReference } = await sell(showtimeId, 2)
    const planned = await plan(
      { type: 'move', showtimeId, startTime: inHours(35) },
      {
        type: 'add',
        movieId: movies.Second ?? '',
        screenId: screens['Screen 1'] ?? '',
        startTime: inHours(24),
      },
    )

    expect(planned).toMatchObject({
      moves: [
        {
          movie: 'First',
          startTime: inHours(35),
          bookings: [{ reference: bookingReference, places: ['A1', 'A2'], refund: 0 }],
        },
      ],
      needsReason: true,
      conflicts: [],
      consequences: { bookings: 1, people: 2, mails: 1, refunds: 0 },
    })
    await expect(apply(planned.planId)).rejects.toMatchObject({ statusCode: 422 })
    await apply(planned.planId, { reason: 'A premiere' })

    expect(await texts()).toEqual(['Second Screen 1 24', 'First Screen 1 30', 'First Screen 1 35'])
    const [booking] = await listBookings(userId)
    expect(booking?.showtimeId).toMatchObject({ _id: showtimeId, startTime: inHours(35) })
    const mails = await context().sentMails()
    expect(mails.map(({ text }) => text).join()).toContain('A premiere')
  })

  test('cancel a show with bookings that is removed, and refund them [S-854]', async () => {
    await openCinema()
    const showtimeId = await showAt(0)
    const { userId } = await sell(showtimeId, 2)

    const planned = await plan({ type: 'remove', showtimeId })
    expect(planned).toMatchObject({
      removes: [{ movie: 'First', isCancelled: true, bookings: [{ places: ['A1', 'A2'] }] }],
      consequences: { bookings: 1, people: 2, refunds: 300 },
      needsReason: true,
      conflicts: [],
    })
    await apply(planned.planId, { reason: 'No power' })
    await finishShowCancellations(ctx())

    expect(await texts()).toEqual(['First Screen 1 30'])
    const [booking] = await listBookings(userId)
    expect(booking).toMatchObject({ cancelled: true, totalCost: 0 })
  })

  test('name parties without seats on another screen, and refund them only if that is confirmed [S-854]', async () => {
    await openCinema()
    const screens = await idsOf('screens')
    const showtimeId = await showAt(0)
    const { userId } = await sell(showtimeId, 2)
    const planned = await plan({
      type: 'move',
      showtimeId,
      screenId: screens['Screen 2'] ?? '',
    })

    expect(planned.moves).toMatchObject([{ unseatedBookings: 1, bookings: [{ refund: 300 }] }])
    const reason = 'A broken lamp'
    await expect(apply(planned.planId, { reason })).rejects.toMatchObject({ statusCode: 409 })
    expect(await texts()).toContain('First Screen 1 24')

    await apply(planned.planId, { reason, refundUnseated: true })
    expect(await texts()).toContain('First Screen 2 24')
    expect((await listBookings(userId))[0]).toMatchObject({ cancelled: true })
  })

  test('are refused when other parties move than were planned [S-854]', async () => {
    await openCinema()
    const screens = await idsOf('screens')
    const showtimeId = await showAt(0)
    await sell(showtimeId, 1)
    const { planId } = await plan({
      type: 'move',
      showtimeId,
      screenId: screens['Screen 2'] ?? '',
    })
    const { places } = await readSeatMap(ctx(), showtimeId)
    const seats = places.flatMap(({ id, kind }) => (kind === 'seat' ? id : []))
    const [{ movie_id } = { movie_id: '' }] = await ctx()
      .db.selectFrom('showtimes')
      .select('movie_id')
      .execute()
    await book(
      await createOrder({ movieId: movie_id, showtimeId, seats } as never, seats.slice(3, 4)),
    )

    await expect(apply(planId, { reason: 'Repairs', refundUnseated: true })).rejects.toMatchObject({
      statusCode: 409,
    })
  })

  test('move shows with sold places one after another, to where another one leaves [S-854]', async () => {
    await openCinema()
    const [early, late] = [await showAt(0), await showAt(1)]
    await sell(early, 1)
    await sell(late, 1)

    const planned = await plan(
      { type: 'move', showtimeId: early, startTime: inHours(30) },
      { type: 'move', showtimeId: late, startTime: inHours(36) },
    )

    expect(planned.conflicts).toEqual([])
    await apply(planned.planId, { reason: 'Later' })
    expect((await shows()).map(({ id }) => id)).toEqual([early, late])
    expect(await texts()).toEqual(['First Screen 1 30', 'First Screen 1 36'])
  })

  test('have a conflict for a show over another one, without cleaning time, and over a sold show that moves there [S-856]', async () => {
    await openCinema()
    const [movies, screens] = [await idsOf('movies'), await idsOf('screens')]
    const add = (screen: string, hours: number): ProgrammeChange => ({
      type: 'add',
      movieId: movies.Second ?? '',
      screenId: screens[screen] ?? '',
      startTime: inHours(hours),
    })
    const messages = async (...changes: ProgrammeChange[]) =>
      (await plan(...changes)).conflicts.map(({ message }) => message)
    const sold = await showAt(0)
    await sell(sold, 1)

    expect(await messages(add('Screen 1', 25))).toEqual([
      expect.stringMatching(/^Second on Screen 1, .*: First is there at .*\. Choose another time/),
    ])
    expect(await messages(add('Screen 2', 25), add('Screen 2', 26))).toEqual([
      expect.stringMatching(/^Second on Screen 2, .*: Second is there at/),
    ])
    expect(await messages(add('Screen 1', 26))).toEqual([expect.stringMatching(/no cleaning time/)])
    expect(await messages({ type: 'move', showtimeId: sold, startTime: inHours(31) })).toEqual([
      'Screen 1 shows First at that time.',
    ])
    expect(await messages({ type: 'move', showtimeId: sold, startTime: inHours(28) })).toEqual([
      expect.stringMatching(/^First on Screen 1, .*no cleaning time/),
    ])
    const { planId } = await plan(add('Screen 1', 25))
    await expect(apply(planId)).rejects.toMatchObject({ statusCode: 422 })
  })

  test('are not applied without those that the plan has refused [S-854]', async () => {
    await openCinema()
    const [movies, screens] = [await idsOf('movies'), await idsOf('screens')]
    const before = await texts()
    const add = (hours: number): ProgrammeChange => ({
      type: 'add',
      movieId: movies.First ?? '',
      screenId: screens['Screen 2'] ?? '',
      startTime: inHours(hours),
    })
    const { planId, conflicts } = await plan(add(-1), add(40))

    expect(conflicts).toHaveLength(1)
    await expect(apply(planId)).rejects.toMatchObject({
      statusCode: 422,
      message: conflicts[0]?.message,
    })
    expect(await texts()).toEqual(before)
  })

  test('are refused when a show is sold after they were planned, and nothing is lost [S-854]', async () => {
    await openCinema()
    const showtimeId = await showAt(0)
    const removed = await plan({ type: 'remove', showtimeId })
    const moved = await plan({ type: 'move', showtimeId, startTime: inHours(40) })
    const { userId } = await sell(showtimeId, 1)

    for (const { planId } of [removed, moved])
      await expect(apply(planId)).rejects.toMatchObject({
        statusCode: 422,
        message: expect.stringContaining('1 place sold'),
      })

    expect(await texts()).toEqual(['First Screen 1 24', 'First Screen 1 30'])
    expect((await listBookings(userId))[0]).not.toHaveProperty('cancelled')
  })

  test('end the holds of a show that moves or is removed [S-854]', async () => {
    await openCinema()
    const showtimeId = await showAt(0)
    const { places } = await readSeatMap(ctx(), showtimeId)
    await holdPlaces(ctx(), {
      showtimeId,
      holder: 'asha',
      placeIds: [places[0]?.id ?? ''],
    } as never)
    const { planId, needsReason } = await plan({ type: 'remove', showtimeId })
    expect(needsReason).toBe(true)

    await apply(planId, { reason: 'No power' })

    expect(await ctx().db.selectFrom('claims').selectAll().execute()).toEqual([])
    expect(await texts()).toEqual(['First Screen 1 30'])
  })

  test('add a show where a moved or cancelled one was, but not at the start of a cancelled one [S-856]', async () => {
    await openCinema()
    const [movies, screens] = [await idsOf('movies'), await idsOf('screens')]
    const add = (hours: number): ProgrammeChange => ({
      type: 'add',
      movieId: movies.First ?? '',
      screenId: screens['Screen 1'] ?? '',
      startTime: inHours(hours),
    })
    const [early, late] = [await showAt(0), await showAt(1)]
    await sell(early, 1)
    await sell(late, 1)
    const first = await plan(
      { type: 'move', showtimeId: early, screenId: screens['Screen 2'] ?? '' },
      { type: 'remove', showtimeId: late },
    )
    await apply(first.planId, { reason: 'Repairs' })

    expect((await plan(add(30))).conflicts).toMatchObject([
      { message: expect.stringMatching(/: the cancelled show First is there at/) },
    ])
    const { planId, conflicts } = await plan(add(24), add(30.5))
    expect(conflicts).toEqual([])
    await apply(planId)
    expect(await texts()).toEqual(['First Screen 1 24', 'First Screen 2 24', 'First Screen 1 31'])
  })

  test('replace a daily show by a premiere, and pause it on a day [S-855]', async () => {
    const { clock } = context()
    const startTime = new Date(clock.now() + DAY_MS).toISOString()
    const time = startTime.slice(11, 16)
    await applyChanges(
      ctx(),
      makeCatalogue(
        [makeScreen('Screen 1')],
        [makeMovie('Daily', { daily: [daily('Screen 1', time)] }), makeMovie('Premiere')],
      ),
    )
    const [movies, screens] = [await idsOf('movies'), await idsOf('screens')]
    const before = await shows()
    const screenId = screens['Screen 1'] ?? ''
    const rules = await ctx().db.selectFrom('daily_showtimes').selectAll().execute()
    const [rule] = rules
    const row = await ctx()
      .db.selectFrom('showtimes')
      .selectAll()
      .where('id', '=', before[1]?.id ?? '')
      .executeTakeFirstOrThrow()

    const { planId, adds, removes } = await plan({
      type: 'add',
      movieId: movies.Premiere ?? '',
      screenId,
      startTime: new Date(row.starts_at).toISOString(),
    })
    expect([adds, removes]).toMatchObject([[{ movie: 'Premiere' }], [{ movie: 'Daily' }]])
    await apply(planId)

    const after = await shows()
    expect(after.map(({ text }) => text.split(' ')[0])).toEqual(
      before.map((_, index) => (index === 1 ? 'Premiere' : 'Daily')),
    )
    const paused = await plan({
      type: 'daily',
      action: 'remove',
      screenId,
      at: rule?.at ?? '',
    })
    await apply(paused.planId)
    expect((await texts()).map((text) => text.split(' ')[0])).toEqual(['Premiere'])
  })

  test('of two managers are not both made: the second one plans again [S-783]', async () => {
    await openCinema()
    const [early, late] = [await showAt(0), await showAt(1)]
    const plans = [
      await plan({ type: 'remove', showtimeId: early }),
      await plan({ type: 'remove', showtimeId: late }),
    ]

    const results = await Promise.allSettled(plans.map(({ planId }) => apply(planId)))

    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await texts()).toHaveLength(1)
  })
})

describeContext('POST /api/office/programme/plan', (context) => {
  const office = setupTestOffice(context)

  test('takes either changes or a file [S-853]', async () => {
    const { client } = await office().pair('manager')
    const post = (body: object) => client.post('/api/office/programme/plan', body)

    const statuses = [
      await post({ changes: [{ type: 'remove', showtimeId: 'none' }] }),
      await post({}),
      await post({ changes: [], catalogue: '{}' }),
      await post({ changes: [{ type: 'daily', action: 'none', screenId: 'x', at: '10:00' }] }),
    ].map(({ statusCode }) => statusCode)

    expect(statuses).toEqual([200, 400, 400, 400])
  })
})
