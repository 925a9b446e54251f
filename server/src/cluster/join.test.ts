import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createShowtime } from '#test/support/makers.ts'
import type { SocketClient } from '#test/support/socket-client.ts'
import { describePostgres, type TestContext } from '#test/support/test-context.ts'
import { openTestRealtime } from '#test/support/test-realtime.ts'
import { connectRedis } from '#test/support/test-redis.ts'
import { expireHolds } from '../inventory/expiry.service.ts'
import { holdPlaces } from '../inventory/holds.service.ts'
import { joinCluster } from './join.ts'
import type { Redis } from './redis.ts'

const SERVER = process.env.TEST_REDIS_URL
/** Longer than any test. */
const NEVER_MS = 3_600_000

type Ways = Parameters<typeof joinCluster>[2]

/** One of several nodes, without what a node does by the clock: what is not asked of it happens by the news alone. */
async function aNode({ ctx: shared }: TestContext, ways: Ways) {
  const ctx = { ...shared }
  const sockets = await openTestRealtime(ctx)
  const joined = joinCluster(ctx, sockets.realtime, ways)
  // On its line, that it listens has been said before.
  await ways.redis?.client.ping()
  const close = async () => {
    await joined.disposeAsync()
    await sockets.close()
    ways.redis?.close()
  }
  return { ctx, close, visitor: sockets.visitor, compare: sockets.realtime.compare }
}

describePostgres('two nodes', (world) => {
  let here: Awaited<ReturnType<typeof aNode>>
  let there: typeof here
  const open = async (waysOf: () => Promise<Ways>) => {
    here = await aNode(world(), await waysOf())
    there = await aNode(world(), await waysOf())
  }
  afterEach(() => Promise.all([here.close(), there.close()]))

  /** Somebody whose windows are at both, and who has held seats longer than they may. */
  async function anOverdueHold(holder: string, seatsHeld: number) {
    const { showtimeId, seats } = await createShowtime(here.ctx)
    const placeIds = seats.slice(0, seatsHeld)
    const windows = await Promise.all([here.visitor(holder), there.visitor(holder)])
    await holdPlaces(here.ctx, { showtimeId, placeIds, holder })
    await world().clock.advance(600_000)
    const due = placeIds.map((itemId) => ({ type: 'seat', itemId, showtimeId }))
    return { windows, due }
  }
  const toldAll = (windows: SocketClient[], count: number) =>
    Promise.all(
      windows.map((one) => one.next('holdExpired', () => one.all('holdExpired').length >= count)),
    )

  describe.skipIf(!SERVER)('with Redis between them', () => {
    const withRedis = async (): Promise<{ redis: Redis; lookEveryMs: number }> => ({
      redis: await connectRedis(String(SERVER)),
      lookEveryMs: NEVER_MS,
    })
    beforeEach(() => open(withRedis))

    test('what is held at one is shown at the other by the hint alone', async () => {
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const ravi = await there.visitor('ravi')
      await ravi.ask('joinShowtime', showtimeId)
      const asha = await here.visitor('asha')

      await asha.ask('holdSeat', { showtimeId, seatId: seats[0] as string })

      const [seat] = (await ravi.next('seatsUpdated')).seats
      expect(seat).toMatchObject({ _id: seats[0], status: 'HELD' })
    })

    test('that a hold has run out is told by the hint to each window of its holder, wherever it is, once', async () => {
      const ravi = await there.visitor('ravi')
      const { windows, due } = await anOverdueHold('bala', 2)

      await expireHolds(here.ctx)
      await toldAll(windows, 2)
      const another = await anOverdueHold('bala', 1)
      await expireHolds(there.ctx)
      await toldAll(another.windows, 1)
      await toldAll(windows, 3)

      for (const window of windows) {
        const told = window.all('holdExpired')
        expect(told).toHaveLength(3)
        expect(told).toEqual(expect.arrayContaining([...due, ...another.due]))
      }
      for (const window of another.windows) expect(window.all('holdExpired')).toEqual(another.due)
      expect(ravi.all('holdExpired')).toEqual([])
    })
  })

  describe('with nothing between them but the database', () => {
    test('that a hold has run out is told with the next look', async () => {
      await open(async () => ({ lookEveryMs: 10 }))
      const { windows, due } = await anOverdueHold('chitra', 1)

      await expireHolds(here.ctx)

      await toldAll(windows, 1)
      for (const window of windows) expect(window.all('holdExpired')).toEqual(due)
    })

    test('what is held at one is shown at the other with its next comparison, and not before', async () => {
      await open(async () => ({ lookEveryMs: 10 }))
      const { showtimeId, seats } = await createShowtime(here.ctx)
      const ravi = await there.visitor('ravi')
      await ravi.ask('joinShowtime', showtimeId)
      await holdPlaces(here.ctx, { showtimeId, placeIds: seats.slice(0, 1), holder: 'asha' })
      expect(ravi.all('seatsUpdated')).toEqual([])

      await there.compare()

      expect((await ravi.next('seatsUpdated')).seats).toMatchObject([{ status: 'HELD' }])
    })
  })
})
