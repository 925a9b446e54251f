import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { given, selection, show } from '#test/support/given.ts'
import { createHoldCalls } from '#test/support/hold-calls.ts'
import { confirmUser, createShowtimeWithSeats, createUser } from '#test/support/makers.ts'
import {
  createNodeContext,
  describeDatabases,
  describePostgres,
} from '#test/support/test-context.ts'
import { at, hours, minutes } from '#test/support/times.ts'
import { createWaitingRoomCalls } from '#test/support/waiting-rooms.ts'
import { endByStaff } from './staff-queues.service.ts'
import { startQueues } from './start-queues.service.ts'
import { checkQueues, countFreeSeats } from './turns.service.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

test('countFreeSeats counts the seats of a hold that has expired [S-1102]', () => {
  const held = given(show({ startsIn: hours(3) }), selection({ holder: 'asha', places: ['A1'] }))
  const countAt = (ms: number) => countFreeSeats(held, at(ms))
  expect(countAt(hours(2)) - countAt(minutes(1))).toBe(1)
})

describeDatabases('turns of a queue', (context) => {
  const ctx = () => context().ctx
  const { start, join, read, check, livePositions } = createWaitingRoomCalls(context)
  const { hold } = createHoldCalls(context)

  /** A showtime with a queue in which so many visitors wait: v0, v1, …. */
  async function createQueue(visitors: number, show = createShowtimeWithSeats(ctx(), 5)) {
    const created = await show
    await start(created.showtimeId)
    for (const visitorId of namesOf(visitors)) await join(created.showtimeId, { visitorId })
    return created
  }
  const namesOf = (visitors: number) => Array.from({ length: visitors }, (_, n) => `v${n}`)
  const statesOf = (showtimeId: string, visitors: number) =>
    Promise.all(
      namesOf(visitors).map(async (visitorId) => (await read(showtimeId, { visitorId })).state),
    )
  async function createMember() {
    const userId = await createUser(ctx())
    await confirmUser(ctx(), userId)
    return userId
  }

  test('only seats that any visitor can hold give turns: not held and not protected ones [S-1102]', async () => {
    const held = await createShowtimeWithSeats(ctx(), 5)
    await hold('early', held, ...held.seats.slice(0, 4))
    const access = { A1: 'wheelchair', A2: 'wheelchair', A3: 'companion', A4: 'companion' } as const
    const options = { access, startsIn: 1000 * HOUR }
    for (const show of [held, await createShowtimeWithSeats(ctx(), 5, options)]) {
      const { showtimeId } = await createQueue(3, Promise.resolve(show))
      await check()
      expect(await statesOf(showtimeId, 3)).toEqual(['turn', 'waiting', 'waiting'])
    }
  })

  test('a turn that another node has given counts at once on this node [S-1104]', async () => {
    const other = createNodeContext(ctx())
    const { hold: holdOnOther } = createHoldCalls(context, () => other)
    const show = await createQueue(1)
    await other.queues.refresh()
    await check()
    await holdOnOther('v0', show, show.seats[0])
  })

  test('a hold of the account in another browser uses its turn [S-1104]', async () => {
    const show = await createQueue(0)
    const { showtimeId } = show
    const userId = await createMember()
    await join(showtimeId, { visitorId: 'phone', userId })
    for (const visitorId of namesOf(8)) await join(showtimeId, { visitorId })
    await check()
    const { holdPlaces } = await import('../inventory/holds/holds.service.ts')
    const placeIds = show.seats.slice(0, 1)
    await holdPlaces(ctx(), { showtimeId, holder: 'laptop', userId, placeIds })
    await context().clock.advance(190 * SECOND)
    await check()
    expect(await read(showtimeId, { visitorId: 'phone', userId })).toMatchObject({
      state: 'turn',
      turnUntil: null,
    })
  })

  test('while a visitor who got a mail has time to come, others get their turns [S-1115]', async () => {
    const { showtimeId } = await createQueue(0)
    await join(showtimeId, { visitorId: 'away', userId: await createMember() })
    for (const visitorId of namesOf(4)) await join(showtimeId, { visitorId })
    await check()
    expect(await statesOf(showtimeId, 4)).toEqual(['turn', 'turn', 'waiting', 'waiting'])
    for (let second = 0; second < 6; second += 1) await check()
    expect(await statesOf(showtimeId, 4)).toEqual(['turn', 'turn', 'turn', 'waiting'])
  })

  test('a show that cannot be checked does not stop the turns of other shows [S-1102]', async () => {
    const shows = [await createQueue(1), await createQueue(1)]
    const [broken = '', other = ''] = shows.map(({ showtimeId }) => showtimeId).toSorted()
    const { showtimes } = ctx()
    const read = (showtimeId: string) =>
      showtimeId === broken ? Promise.reject(new Error('broken')) : showtimes.read(showtimeId)
    await context().clock.advance(1000)

    await checkQueues({ ...ctx(), showtimes: { ...showtimes, read } })

    const positions = await livePositions(ctx(), other)
    expect(positions.map(({ turn_at }) => turn_at)).toEqual([ctx().now()])
  })

  test('a show that is removed while visitors watch it does not keep the queues of other shows from starting [S-1101]', async () => {
    const { showtimeId } = await createShowtimeWithSeats(ctx(), 5)
    const watchers = new Map([
      ['removed', 100_000],
      [showtimeId, 100_000],
    ])

    await startQueues(ctx(), { node: 'node', watchers })

    await ctx().queues.refresh()
    expect(ctx().queues.has(showtimeId)).toBe(true)
  })

  test('a queue ends when booking closes, also while visitors wait [S-1116]', async () => {
    const show = createShowtimeWithSeats(ctx(), 5, { startsIn: HOUR })
    const { showtimeId } = await createQueue(8, show)
    await check()
    await context().clock.advance(2 * HOUR)
    await check()
    expect(ctx().queues.has(showtimeId)).toBe(false)
  })
})

describePostgres('turns of a long queue', (context) => {
  test('statements that change all positions of a queue have no time limit [S-1102]', async () => {
    const ctx = () => context().ctx
    const { openIn, join, check, livePositions } = createWaitingRoomCalls(context)
    const { db } = ctx()
    await sql`
      create function assert_no_limit() returns trigger language plpgsql as $$
      begin
        if current_setting('statement_timeout') <> '0' then raise 'this statement has a time limit'; end if;
        return null;
      end $$`.execute(db)
    await sql`create trigger no_limit after update on queue_positions execute function assert_no_limit()`.execute(
      db,
    )
    const { showtimeId } = await createShowtimeWithSeats(ctx(), 5)
    await openIn(showtimeId, SECOND)
    await join(showtimeId, { visitorId: 'ann' })
    try {
      await check()
      expect(await livePositions(ctx(), showtimeId)).toMatchObject([{ number: expect.any(Number) }])
      await endByStaff(ctx(), { showtimeId, deviceId: 'device' })
    } finally {
      await sql`drop function assert_no_limit cascade`.execute(db)
    }
    expect(await livePositions(ctx(), showtimeId)).toEqual([])
  })
})
