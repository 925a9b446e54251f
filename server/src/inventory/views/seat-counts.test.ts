import { expect, test, vi } from 'vitest'
import { getShowtime } from '#src/catalogue/catalogue.service.ts'
import type { Context } from '#src/context.ts'
import { type CreatedShowtime, createShowtime } from '#test/support/makers.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { holdPlaces } from '../holds/holds.service.ts'
import { createSeatCounts } from './seat-counts.ts'

const SECOND = 1000

describeDatabases('seat counts', (context) => {
  /** A node whose counts have a clock that only `advance` moves. */
  function createNode(changes: Partial<Context> = {}) {
    const shared = { ...createNodeContext(context().ctx), ...changes }
    let now = 0
    const loadSeatCounts = createSeatCounts({ ...shared, monotonicNow: () => now })
    const ctx = { ...shared, loadSeatCounts }
    const advance = (ms: number) => {
      now += ms
    }
    const left = async ({ showtimeId }: CreatedShowtime) =>
      (await getShowtime(ctx, showtimeId)).seatsLeft
    return { ctx, advance, left }
  }
  const hold = ({ showtimeId, seats }: CreatedShowtime, n: number) =>
    holdPlaces(context().ctx, { showtimeId, holder: `holder ${n}`, placeIds: [seats[n] ?? ''] })
  /** How many statements are executed during `act`. */
  async function countReads(act: () => Promise<unknown>) {
    const reads = vi.spyOn(context().ctx.reader.getExecutor(), 'executeQuery')
    await act()
    const { length } = reads.mock.calls
    reads.mockRestore()
    return length
  }

  test('are read once for concurrent requests, and not again while nothing changes', async () => {
    const { left, advance } = createNode()
    const show = await createShowtime(context().ctx)
    await left(show)
    await hold(show, 0)
    advance(SECOND)

    const together = await countReads(() => Promise.all([left(show), left(show), left(show)]))
    advance(SECOND)
    const unchanged = await countReads(() => left(show))

    // One statement reads a showtime, one more counts its seats.
    expect([together, unchanged]).toEqual([3 + 1, 1])
  })

  test('contain the changes of all nodes after half a second', async () => {
    const nodes = [createNode(), createNode()]
    const show = await createShowtime(context().ctx)
    const left = () => Promise.all(nodes.map((node) => node.left(show)))
    await hold(show, 0)
    expect(await left()).toEqual([23, 23])

    await hold(show, 1)
    for (const { advance } of nodes) advance(SECOND / 2)

    expect(await left()).toEqual([22, 22])
  })

  test('are counted at most twice a second while the claims change', async () => {
    const { left, advance } = createNode()
    const show = await createShowtime(context().ctx)
    // Reads the layout.
    await hold(show, 5)
    await left(show)

    const reads = await countReads(async () => {
      for (const n of [0, 1, 2, 3, 4]) {
        await hold(show, n)
        await left(show)
        advance(SECOND / 5)
      }
    })

    expect(reads).toBe(5 + 1)
  })

  test('count an expired hold as left before it is deleted', async () => {
    const { left, advance, ctx } = createNode()
    const show = await createShowtime(context().ctx)
    await hold(show, 0)
    expect(await left(show)).toBe(23)

    await context().clock.advance(ctx.config.holdMs)
    advance(ctx.config.holdMs)

    expect(await left(show)).toBe(24)
  })

  test('are read again after a failure', async () => {
    const failure = new Error('the database is away')
    const loadPlaces = vi.fn(context().ctx.loadPlaces).mockRejectedValueOnce(failure)
    const { left } = createNode({ loadPlaces })
    const show = await createShowtime(context().ctx)

    await expect(left(show)).rejects.toThrow(failure)
    expect(await left(show)).toBe(24)
  })
})
