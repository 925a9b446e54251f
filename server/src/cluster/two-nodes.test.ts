import type { Seat } from '@marquee/contract/seats/seats'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeCatalogue } from '#test/support/catalogues.ts'
import { createShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { createNodeContext, describePostgres } from '#test/support/test-context.ts'
import { connectRedis, TEST_REDIS_URL } from '#test/support/test-redis.ts'
import { openTestServer } from '#test/support/test-server.ts'
import { createWaitingRoomCalls } from '#test/support/waiting-rooms.ts'
import { applyCatalogue } from '../catalogue/apply/apply.service.ts'
import type { Context } from '../context.ts'
import { holdPlaces } from '../inventory/holds/holds.service.ts'
import { expireHolds } from '../inventory/selections/selections.service.ts'
import { checkQueues } from '../waiting-room/turns.service.ts'
import { createClusterBus } from './cluster-bus.ts'

const HOLD_MS = 600_000

/** A node without interval jobs: what it learns, it learns from Redis or when a test calls `compare`. */
async function openNode(shared: Context, { hasRedis = false } = {}) {
  const ctx = createNodeContext(shared)
  const { realtime, join, close } = await openTestServer({ ctx })
  const redis = hasRedis ? await connectRedis() : undefined
  const bus = redis && createClusterBus(redis, ctx.events)
  // Redis replies in order: the subscription is active when it replies to the ping.
  await redis?.client.ping()
  return {
    ctx,
    compare: realtime.compare,
    pushWaitingRooms: realtime.pushWaitingRooms,
    join,
    close: async () => {
      bus?.close()
      redis?.close()
      await close()
    },
  }
}

describePostgres('two nodes', (context) => {
  let here: Awaited<ReturnType<typeof openNode>>
  let there: typeof here
  const openNodes = async (options?: { hasRedis: boolean }) => {
    here = await openNode(context().ctx, options)
    there = await openNode(context().ctx, options)
  }
  afterEach(() => Promise.all([here.close(), there.close()]))

  const waitingRoom = createWaitingRoomCalls(context)
  /** A waiting room that was started here, where three visitors have taken places. */
  async function startWaitingRoom() {
    const { showtimeId } = await createShowtimeWithSeats(here.ctx, 1)
    await waitingRoom.start(showtimeId, here.ctx)
    for (const visitorId of ['first', 'second', 'third'])
      await waitingRoom.join(showtimeId, { visitorId }, here.ctx)
    return showtimeId
  }
  const countWaitingThere = (showtimeId: string) =>
    there.ctx.queues.copies.get(showtimeId)?.countWaiting()

  describe.skipIf(!TEST_REDIS_URL)('with Redis', () => {
    beforeEach(() => openNodes({ hasRedis: true }))

    test('show a hold of one node at the other without a comparison', async () => {
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const ravi = await there.join('ravi', showtimeId)
      const asha = await here.join('asha', showtimeId)

      await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })

      const [seat] = (await ravi.next('seatsUpdated')).seats
      expect(seat).toMatchObject({ _id: seats[0], status: 'HELD' })
    })

    test('tell visitors of both that a catalogue file has removed their show, without a comparison [S-787]', async () => {
      const { showtimeId } = await createShowtime(here.ctx)
      const [ravi, asha] = [
        await there.join('ravi', showtimeId),
        await here.join('asha', showtimeId),
      ]

      await applyCatalogue(here.ctx, makeCatalogue([], []))

      for (const socket of [ravi, asha])
        expect(await socket.next('showCancelled')).toEqual({ showtimeId })
    })

    test('send holdExpired once to each socket of the holder, on whichever node it is', async () => {
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const placeIds = seats.slice(0, 2)
      await holdPlaces(here.ctx, { showtimeId, placeIds, holder: 'asha' })
      const sockets = [await here.join('asha', showtimeId), await there.join('asha', showtimeId)]
      const ravi = await there.join('ravi', showtimeId)
      await context().clock.advance(HOLD_MS)

      await expireHolds(here.ctx)

      for (const socket of [...sockets, ravi]) {
        await socket.next('seatsUpdated', () => availableSeats(socket).size === 2)
      }
      const expired = placeIds.map((itemId) =>
        expect.objectContaining({ type: 'seat', itemId, showtimeId }),
      )
      for (const socket of sockets) {
        expect(socket.all('holdExpired')).toHaveLength(2)
        expect(socket.all('holdExpired')).toEqual(expect.arrayContaining(expired))
      }
      expect(ravi.all('holdExpired')).toEqual([])
    })
  })

  describe.skipIf(!TEST_REDIS_URL)('with Redis and a waiting room', () => {
    beforeEach(() => openNodes({ hasRedis: true }))

    test('tell a visitor at the other node each change of the place once, also when messages come twice or late [S-1130]', async () => {
      const showtimeId = await startWaitingRoom()
      await expect.poll(() => countWaitingThere(showtimeId)).toBe(3)
      const socket = await there.join('third', showtimeId)
      const told = () => socket.all('waitingRoomChanged').map(({ ahead }) => ahead)
      const push = async () => {
        await context().clock.advance(2001)
        await there.pushWaitingRooms()
      }
      await socket.next('waitingRoomChanged', ({ ahead }) => ahead === 2)

      await waitingRoom.leave(showtimeId, { visitorId: 'first' }, here.ctx)
      await expect.poll(() => countWaitingThere(showtimeId)).toBe(2)
      await push()
      await socket.next('waitingRoomChanged', ({ ahead }) => ahead === 1)
      // What an old message makes the node read is what it knows.
      for (const _ of [1, 2]) there.ctx.events.emit('remoteQueueChanged', showtimeId)
      await there.ctx.queues.refresh()
      expect(countWaitingThere(showtimeId)).toBe(2)
      await push()
      await waitingRoom.leave(showtimeId, { visitorId: 'second' }, here.ctx)
      await expect.poll(() => countWaitingThere(showtimeId)).toBe(1)
      await push()
      await socket.next('waitingRoomChanged', ({ ahead }) => ahead === 0)

      expect(told()).toEqual([2, 1, 0])
    })

    test('tell a visitor of the other node the position that was taken and left here a moment ago [S-1130]', async () => {
      const showtimeId = await startWaitingRoom()
      await expect.poll(() => countWaitingThere(showtimeId)).toBe(3)
      const readThere = (visitorId: string) =>
        waitingRoom.read(showtimeId, { visitorId }, there.ctx)

      await waitingRoom.join(showtimeId, { visitorId: 'fourth' }, here.ctx)
      expect(await readThere('fourth')).toMatchObject({ ahead: 3 })
      await waitingRoom.leave(showtimeId, { visitorId: 'first' }, here.ctx)
      expect(await readThere('first')).toMatchObject({ ahead: null })
      expect(await readThere('fourth')).toMatchObject({ ahead: 2 })
    })
  })

  describe.skipIf(!TEST_REDIS_URL)('with Redis and a shared selection', () => {
    beforeEach(() => openNodes({ hasRedis: true }))

    test('show each friend what the others choose, on one clock and within one limit [S-360][S-361]', async () => {
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const asha = await here.join('asha', showtimeId)
      const ravi = await there.join('ravi', showtimeId)
      const seatOf = async (
        client: SocketClient,
        seatId: string,
        isWanted: (seat: Seat) => boolean,
      ) => {
        const isSeat = (seat: Seat) => seat._id === seatId && isWanted(seat)
        const push = await client.next('seatsUpdated', ({ seats: sent }) => sent.some(isSeat))
        return push.seats.find(isSeat)
      }
      const [ofAsha, ofRavi, ...others] = seats as [string, string, ...string[]]
      await asha.ask('holdSeat', { showtimeId, seatId: ofAsha })
      const shared = await asha.ask('shareSelection', { showtimeId })
      const token = (shared.ok ? shared.link : '')?.split('#together=')[1] ?? ''
      await ravi.ask('joinSelection', { token, name: 'Ravi' })

      await ravi.ask('holdSeat', { showtimeId, seatId: ofRavi })
      const seen = await seatOf(asha, ofRavi, ({ friend }) => friend === 'Ravi')
      expect(seen).toMatchObject({ status: 'HELD', releasable: true })
      await asha.ask('holdSeat', { showtimeId, seatId: others[0] as string })
      expect(
        await seatOf(ravi, others[0] as string, ({ friend }) => friend !== undefined),
      ).toMatchObject({ friend: 'Your friend', holdUntil: seen?.holdUntil })

      // Nine more by both nodes at the same time: one limit for all together.
      const wanted = others.slice(1, 10)
      const acks = await Promise.all(
        wanted.map((seatId, index) =>
          (index % 2 === 0 ? asha : ravi).ask('holdSeat', { showtimeId, seatId }),
        ),
      )
      expect(acks.filter(({ ok }) => ok)).toHaveLength(7)
      expect(acks.filter((ack) => !ack.ok && ack.code === 'LIMIT')).toHaveLength(2)

      await asha.ask('releaseSeat', { showtimeId, seatId: ofRavi })
      expect(await seatOf(ravi, ofRavi, ({ status }) => status === 'AVAILABLE')).not.toHaveProperty(
        'heldByMe',
      )
    })
  })

  describe('without Redis', () => {
    beforeEach(() => openNodes())

    test('show a hold of one node at the other with its next comparison', async () => {
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const ravi = await there.join('ravi', showtimeId)
      await holdPlaces(here.ctx, { showtimeId, placeIds: seats.slice(0, 1), holder: 'asha' })
      expect(ravi.all('seatsUpdated')).toEqual([])

      await there.compare()

      expect((await ravi.next('seatsUpdated')).seats).toMatchObject([{ status: 'HELD' }])
    })

    test('learn of a waiting room and its places with the check that each node makes every second [S-1130]', async () => {
      const showtimeId = await startWaitingRoom()
      expect(countWaitingThere(showtimeId)).toBeUndefined()

      await checkQueues(there.ctx)

      expect(countWaitingThere(showtimeId)).toBe(3)
    })

    test('send holdExpired with the next comparison to a holder who has changed the node', async () => {
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const [seatId] = seats as [string]
      const before = await here.join('asha', showtimeId)
      await before.ask('holdSeat', { showtimeId, seatId })
      before.close()
      const asha = await there.join('asha', showtimeId)
      await context().clock.advance(HOLD_MS)
      await expireHolds(here.ctx)

      await there.compare()

      const expired = { type: 'seat', itemId: seatId, showtimeId }
      expect(await asha.next('holdExpired')).toMatchObject(expired)
    })
  })
})

const availableSeats = (socket: SocketClient) =>
  new Set(
    socket
      .all('seatsUpdated')
      .flatMap(({ seats }) => seats.filter(({ status }) => status === 'AVAILABLE'))
      .map(({ _id }) => _id),
  )
