import type { Context } from '#src/context.ts'
import { joinQueue, leaveQueue, readPosition } from '#src/waiting-room/positions.service.ts'
import { setOpening } from '#src/waiting-room/staff-queues.service.ts'
import { startQueues } from '#src/waiting-room/start-queues.service.ts'
import { checkQueues } from '#src/waiting-room/turns.service.ts'
import { emailOf } from './makers.ts'
import type { TestContext } from './test-context.ts'

export interface Person {
  visitorId: string
  /** An account with a confirmed email. */
  userId?: string
  address?: string
}

/** Checks all queues. Throws the first error, which is only logged otherwise. */
export function checkOrThrow(ctx: Context, createSeed?: () => string) {
  const error = ({ err }: { err: unknown }) => {
    throw err
  }
  return checkQueues(
    { ...ctx, log: Object.create(ctx.log, { error: { value: error } }) },
    createSeed,
  )
}

/** Calls of the queue of a showtime with short arguments. */
export function createWaitingRoomCalls(context: () => TestContext) {
  const callOf = (showtimeId: string, { visitorId, userId, address }: Person) => ({
    showtimeId,
    visitorId,
    userId: userId ?? null,
    email: userId ? emailOf(userId) : null,
    isConfirmed: userId !== undefined,
    address: address ?? visitorId,
  })
  return {
    /** Starts the queue, as too many visitors do. */
    start: async (showtimeId: string, ctx = context().ctx) => {
      await startQueues(ctx, { node: 'test', watchers: new Map([[showtimeId, 100_000]]) })
      // They have left when the tests begin.
      await ctx.db.deleteFrom('watcher_counts').execute()
      await ctx.queues.refresh()
    },
    /** Lets booking open in so many milliseconds. */
    openIn: async (showtimeId: string, ms: number, ctx = context().ctx) => {
      const opensAt = new Date(ctx.now() + ms).toISOString()
      await setOpening(ctx, { showtimeId, deviceId: 'device', opensAt })
      await ctx.queues.refresh()
    },
    join: (showtimeId: string, person: Person, ctx = context().ctx) =>
      joinQueue(ctx, callOf(showtimeId, person)),
    read: (showtimeId: string, person: Person, ctx = context().ctx) =>
      readPosition(ctx, callOf(showtimeId, person)),
    leave: (showtimeId: string, person: Person, ctx = context().ctx) =>
      leaveQueue(ctx, callOf(showtimeId, person)),
    /** Lets a second pass, and gives and ends turns. */
    check: async (ctx = context().ctx) => {
      await context().clock.advance(1000)
      await checkOrThrow(ctx)
      await ctx.queues.refresh()
    },
    /** The same on several nodes at once. */
    checkOn: async (nodes: readonly Context[]) => {
      await context().clock.advance(1000)
      await Promise.all(nodes.map((node) => checkOrThrow(node)))
      for (const node of nodes) await node.queues.refresh()
    },
    /** The positions that have not ended, in the order of their numbers. */
    livePositions: ({ db }: Context, showtimeId: string) =>
      db
        .selectFrom('queue_positions')
        .selectAll()
        .where('showtime_id', '=', showtimeId)
        .where('ended_at', 'is', null)
        .orderBy('number')
        .execute(),
  }
}
