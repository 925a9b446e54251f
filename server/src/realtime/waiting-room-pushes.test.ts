import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeCatalogue } from '#test/support/catalogues.ts'
import { confirmUser, createShowtimeWithSeats, createUser, emailOf } from '#test/support/makers.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describeContext } from '#test/support/test-context.ts'
import { setupServerPerTest } from '#test/support/test-server.ts'
import { createWaitingRoomCalls } from '#test/support/waiting-rooms.ts'
import { applyCatalogue } from '../catalogue/apply/apply.service.ts'
import type { Context } from '../context.ts'
import { createWaitingRoomPushes } from './waiting-room-pushes.ts'

/** Pushes that are recorded, not sent. */
function createRecordedPushes(ctx: Context) {
  const pushed: QueuePosition[] = []
  const io = { to: () => ({ emit: (_: string, one: QueuePosition) => pushed.push(one) }) }
  return { pushes: createWaitingRoomPushes(io as never, ctx), pushed }
}

describeContext('waitingRoomChanged', (context) => {
  const server = setupServerPerTest(context)
  const { start, join, leave, check, livePositions } = createWaitingRoomCalls(context)

  let read = 0
  beforeEach(() => {
    read = 0
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
  /** The next push after those that were read. */
  async function nextPosition(socket: SocketClient) {
    await expect.poll(() => socket.all('waitingRoomChanged').length).toBeGreaterThan(read)
    read += 1
    return socket.all('waitingRoomChanged')[read - 1]
  }

  test('tells a visitor the position at joining, when those before have left, and when the turn comes [S-1123]', async () => {
    const { ctx, clock } = context()
    const push = () => server().realtime.pushWaitingRooms()
    const { showtimeId, seats } = await createShowtimeWithSeats(ctx, 1)
    const [seatId = ''] = seats
    await start(showtimeId)
    for (const visitorId of ['first', 'second', 'third']) await join(showtimeId, { visitorId })
    const socket = await server().join('third', showtimeId)
    expect(await nextPosition(socket)).toMatchObject({ state: 'waiting', ahead: 2 })
    expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({
      ok: false,
      code: 'QUEUE',
      position: { state: 'waiting', ahead: 2 },
    })
    await leave(showtimeId, { visitorId: 'first' })
    await push()
    // The clock has fractions of a millisecond.
    await clock.advance(2001)
    await push()
    expect(await nextPosition(socket)).toMatchObject({ state: 'waiting', ahead: 1 })
    await leave(showtimeId, { visitorId: 'second' })
    await check()
    await clock.advance(1001)
    await push()
    expect(await nextPosition(socket)).toMatchObject({ state: 'turn', ahead: null })
    expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
    // Told while connected: no mail is needed.
    const [position] = await livePositions(ctx, showtimeId)
    expect(position?.seen_at).not.toBeNull()
  })

  test('tells a visitor who watches when the queue starts and when it has ended [S-1123]', async () => {
    const { ctx, clock } = context()
    const { showtimeId } = await createShowtimeWithSeats(ctx, 1)
    const socket = await server().join('ann', showtimeId)
    const other = await server().join('ben', showtimeId)
    expect(server().realtime.countWatchers()).toEqual(new Map([[showtimeId, 2]]))
    await start(showtimeId)
    await server().realtime.pushWaitingRooms()
    expect(await nextPosition(socket)).toMatchObject({ state: 'waiting', ahead: null })
    await clock.advance(60_000)
    await check()
    await server().realtime.pushWaitingRooms()
    expect(await nextPosition(socket)).toMatchObject({ showtimeId, state: 'open' })
    await other.ask('leaveShowtime', showtimeId)
    expect(server().realtime.countWatchers()).toEqual(new Map([[showtimeId, 1]]))
  })

  test.each(['phone', 'laptop'])(
    'a turn that comes while the position is read at joining is told to the %s of the account [S-1123]',
    async (visitorId) => {
      const { ctx } = context()
      const { showtimeId } = await createShowtimeWithSeats(ctx, 1)
      await start(showtimeId)
      const userId = await createUser(ctx)
      await confirmUser(ctx, userId)
      await join(showtimeId, { visitorId: 'phone', userId })
      const turnGiven = Promise.withResolvers<void>()
      vi.spyOn(ctx.queues, 'refresh').mockImplementationOnce(() => turnGiven.promise)
      const { pushes, pushed } = createRecordedPushes(ctx)
      const data = { visitorId, userId, email: emailOf(userId), isConfirmed: true }
      pushes.add({ ...data, showtimeId })

      const welcomed = pushes.welcome({ data } as never, showtimeId)
      await check()
      turnGiven.resolve()
      await welcomed

      expect(pushed.at(-1)).toMatchObject({ state: 'turn' })
    },
  )

  test('a visitor who holds places is not noted as told of a turn that the account waits for [S-1123]', async () => {
    const { ctx } = context()
    const { showtimeId, seats } = await createShowtimeWithSeats(ctx, 1)
    const [seatId = ''] = seats
    const socket = await server().join('laptop', showtimeId)
    expect(await socket.ask('holdSeat', { showtimeId, seatId })).toMatchObject({ ok: true })
    await start(showtimeId)
    const userId = await createUser(ctx)
    await confirmUser(ctx, userId)
    await join(showtimeId, { visitorId: 'phone', userId })
    const { pushes, pushed } = createRecordedPushes(ctx)
    const data = { visitorId: 'laptop', userId, email: emailOf(userId), isConfirmed: true }
    pushes.add({ ...data, showtimeId })

    await pushes.push()

    expect(pushed.at(-1)).toMatchObject({ state: 'turn' })
    expect(await livePositions(ctx, showtimeId)).toMatchObject([{ turn_at: null, seen_at: null }])
  })

  test('a show that is removed while visitors wait does not stop the pushes of other shows [S-1123]', async () => {
    const { ctx, clock } = context()
    const removed = await createShowtimeWithSeats(ctx, 1)
    await start(removed.showtimeId)
    const waiting = await server().join('ann', removed.showtimeId)
    expect(await nextPosition(waiting)).toMatchObject({ state: 'waiting' })
    await applyCatalogue(ctx, makeCatalogue([], []))
    const kept = await createShowtimeWithSeats(ctx, 1)
    const socket = await server().join('ben', kept.showtimeId)
    await start(kept.showtimeId)
    await clock.advance(2001)

    await server().realtime.pushWaitingRooms()

    expect((await socket.next('waitingRoomChanged')).showtimeId).toBe(kept.showtimeId)
  })

  test('a show whose state cannot be read does not stop the pushes of other shows [S-1123]', async () => {
    const { ctx, clock } = context()
    const unread = await createShowtimeWithSeats(ctx, 1)
    const other = await createShowtimeWithSeats(ctx, 1)
    await server().join('ann', unread.showtimeId)
    const socket = await server().join('ben', other.showtimeId)
    await start(unread.showtimeId)
    await start(other.showtimeId)
    await clock.advance(2001)
    const { read: readState } = ctx.showtimes
    vi.spyOn(ctx.showtimes, 'read').mockImplementation((showtimeId) =>
      showtimeId === unread.showtimeId
        ? Promise.reject(new Error('broken'))
        : readState(showtimeId),
    )

    await server().realtime.pushWaitingRooms()

    expect((await socket.next('waitingRoomChanged')).showtimeId).toBe(other.showtimeId)
  })

  test('a socket that joins a show while the database is away is sent the position that the node knows [S-1320]', async () => {
    const { ctx } = context()
    const { showtimeId } = await createShowtimeWithSeats(ctx, 1)
    await start(showtimeId)
    for (const visitorId of ['first', 'second']) await join(showtimeId, { visitorId })
    const socket = await server().connect('second')
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    vi.spyOn(ctx.queues, 'refresh').mockRejectedValue(away)

    expect(await socket.ask('joinShowtime', showtimeId)).toMatchObject({ ok: true })

    expect(await nextPosition(socket)).toMatchObject({ state: 'waiting', ahead: 1 })
  })

  test('the calls take, return and give up a position, and a refused booking says when to come back [S-1124]', async () => {
    const { ctx } = context()
    const show = await createShowtimeWithSeats(ctx, 1)
    const { showtimeId } = show
    await start(showtimeId)
    const { client: member, userId } = await server().member()
    const path = `/api/showtimes/${showtimeId}/waiting-room`
    for (const n of [1, 2, 3]) await join(showtimeId, { visitorId: `v${n}` })
    await check()
    const position = { state: 'waiting', isMailed: false }
    expect((await member.get(path)).json()).toMatchObject({
      position: { ...position, ahead: null },
    })
    expect((await member.post(path)).json()).toMatchObject({ position: { ...position, ahead: 2 } })
    const refused = await member.post('/api/bookings', {
      movieId: show.movieId,
      showtimeId,
      userId,
      seatIds: show.seats,
      parkingSlotIds: [],
      totalCost: 150,
      phone: '9876543210',
    })
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toMatchObject({ code: 'QUEUE', position: { ahead: 2 } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(2)
    const left = await member.delete(path)
    expect(left.json()).toMatchObject({ success: true, position: { ahead: null } })
  })
})
