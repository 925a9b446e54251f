import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '#src/context.ts'
import * as holds from '#src/inventory/holds/holds.service.ts'
import { expireHolds } from '#src/inventory/selections/selections.service.ts'
import { codesOf } from '#test/support/hold-calls.ts'
import { confirmUser, createShowtimeWithSeats, createUser } from '#test/support/makers.ts'
import { sequenceRuns } from '#test/support/sequence-runs.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { createWaitingRoomCalls, type Person } from '#test/support/waiting-rooms.ts'
import { RATE_PERIOD_MS } from './rules/estimate.ts'
import { turnsAllowed } from './rules/turns.ts'
import { countFreeSeats } from './turns.service.ts'

const BROWSERS = 8
const ACCOUNTS = 3
const SEATS = 6

const browser = fc.nat({ max: BROWSERS - 1 })
/** The account that is signed in, if there is one. */
const account = fc.option(fc.nat({ max: ACCOUNTS - 1 }), { nil: undefined })
const node = fc.nat({ max: 1 })
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ type: fc.constant('join' as const), browser, account, node }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('leave' as const), browser, account, node }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('check' as const), node }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('hold' as const),
      browser,
      node,
      seat: fc.nat({ max: SEATS - 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('release' as const), browser }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('wait' as const),
      seconds: fc.constantFrom(5, 20, 200),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Queue {
  showtimeId: string
  seats: string[]
  nodes: Context[]
  userIds: string[]
}

describeDatabases('waiting room in random sequences', (context) => {
  const { start, openIn, join, leave, check } = createWaitingRoomCalls(context)

  const personOf = (
    queue: Queue,
    one: { browser: number; account?: number | undefined },
  ): Person => {
    const userId = one.account === undefined ? undefined : queue.userIds[one.account]
    return { visitorId: `browser ${one.browser}`, ...(userId !== undefined && { userId }) }
  }
  const rowsOf = ({ showtimeId }: Queue) =>
    context()
      .ctx.db.selectFrom('queue_positions')
      .selectAll()
      .where('showtime_id', '=', showtimeId)
      .execute()
  /** Read from the database, because a node that did not end the queue learns of it later. */
  const hasQueue = async ({ showtimeId }: Queue) => {
    const queues = await context()
      .ctx.db.selectFrom('queues')
      .select('ended_at')
      .where('showtime_id', '=', showtimeId)
      .execute()
    return queues.some(({ ended_at }) => ended_at === null)
  }
  type Rows = Awaited<ReturnType<typeof rowsOf>>
  const isLive = ({ ended_at }: Rows[number]) => ended_at === null
  const isWaiting = (row: Rows[number]) => isLive(row) && row.turn_at === null
  const hasTurn = (row: Rows[number]) => isLive(row) && row.turn_at !== null

  async function run(queue: Queue, one: Step) {
    const ctx = queue.nodes['node' in one ? one.node : 0] as Context
    const { showtimeId } = queue
    if (one.type === 'join') return join(showtimeId, personOf(queue, one), ctx)
    if (one.type === 'leave') return leave(showtimeId, personOf(queue, one), ctx)
    if (one.type === 'check') return check(ctx)
    if (one.type === 'wait') {
      await context().clock.advance(one.seconds * 1000)
      return expireHolds(ctx)
    }
    const request = { showtimeId, holder: `browser ${one.browser}` }
    if (one.type === 'release') return holds.releaseAllHolds(ctx, request.holder)
    return holds.holdPlaces(ctx, { ...request, placeIds: [queue.seats[one.seat] ?? ''] })
  }

  /** One position per visitor and account. */
  function assertOnePosition(rows: Rows) {
    const live = rows.filter(isLive)
    for (const key of ['visitor', 'user_id', 'mailbox'] as const) {
      const owners = live.flatMap((row) => row[key] ?? [])
      expect(new Set(owners).size).toBe(owners.length)
    }
  }

  /** Numbers stay, and a position gets no worse number than it had. */
  function assertNoWorse(before: Rows, after: Rows) {
    for (const row of after) {
      const earlier = before.find(({ id }) => id === row.id)
      if (earlier && earlier.number !== null) expect(row.number).toBe(earlier.number)
      if (earlier?.turn_at != null && isLive(row)) expect(row.turn_at).toBe(earlier.turn_at)
      if (earlier && earlier.number !== null && isWaiting(row))
        expect(countAhead(after, row)).toBeLessThanOrEqual(countAhead(before, earlier))
    }
  }
  const countAhead = (rows: Rows, { number }: Rows[number]) =>
    rows.filter((row) => isWaiting(row) && row.number !== null && row.number < (number ?? 0)).length

  /** A node that has followed the changes knows the position of each visitor and account, and no other one. */
  function assertOwners({ queues }: Context, { showtimeId, userIds }: Queue, rows: Rows) {
    const idsOf = (column: 'visitor' | 'user_id', key: string) =>
      rows.filter((row) => isLive(row) && row[column] === key).map(({ id }) => id)
    const knownIds = (owner: { visitorId: string; userId: string | null }) =>
      queues.positionsOf({ showtimeId, mailbox: null, ...owner }).map(({ id }) => id)
    for (const { visitor: visitorId } of rows)
      expect(knownIds({ visitorId, userId: null })).toEqual(idsOf('visitor', visitorId))
    for (const userId of userIds)
      expect(knownIds({ visitorId: '', userId })).toEqual(idsOf('user_id', userId))
  }

  /** A node that has followed the changes knows how many wait before each position. */
  async function assertPositions(queue: Queue, rows: Rows) {
    const { showtimeId, nodes } = queue
    for (const node of nodes) {
      await node.queues.refresh()
      for (const row of rows.filter((one) => isWaiting(one) && one.number !== null)) {
        const ahead = node.queues.copies.get(showtimeId)?.aheadOf(row.number ?? 0)
        expect(ahead).toBe(countAhead(rows, row))
      }
      assertOwners(node, queue, rows)
    }
  }

  /** Turns are given in the order of the numbers, and no more than the hall can take. */
  async function assertTurns(queue: Queue, before: Rows, after: Rows) {
    const given = after.filter(
      (row) =>
        row.turn_at !== null &&
        before.every(({ id, turn_at }) => id !== row.id || turn_at === null),
    )
    const last = Math.max(0, ...given.map(({ number }) => number ?? 0))
    const overtaken = after.filter((row) => isWaiting(row) && (row.number ?? last) < last)
    expect(overtaken).toEqual([])
    if (given.length === 0) return
    const { ctx } = context()
    const state = await ctx.showtimes.read(queue.showtimeId)
    const since = ctx.now() - RATE_PERIOD_MS
    const recent = after.filter(
      ({ id, turn_at }) =>
        turn_at !== null && turn_at >= since && given.every((row) => row.id !== id),
    )
    const allowed = turnsAllowed({
      freeSeats: countFreeSeats(state, { ...ctx.config, now: ctx.now() }),
      usedTurns: recent.filter(({ has_held }) => has_held === 1).length,
      decidedTurns: recent.filter((row) => row.has_held === 1 || !isLive(row)).length,
    })
    const active = after.filter(
      (row) => hasTurn(row) && row.turn_until !== null && row.mailed_at === null,
    )
    expect(active.length).toBeLessThanOrEqual(allowed)
  }

  /** Who holds places for the first time has a turn. */
  async function assertHolds(queue: Queue, before: Rows, holdersBefore: ReadonlySet<string>) {
    const { selections } = await context().ctx.showtimes.read(queue.showtimeId)
    for (const holder of selections.keys()) {
      const hadTurn = before.some((row) => row.visitor === holder && hasTurn(row))
      expect(hadTurn || holdersBefore.has(holder), `${holder} had a turn`).toBe(true)
    }
  }

  let checked = 0
  afterAll(() => expect(checked).toBeGreaterThan(0))

  test.each(sequenceRuns({ few: 25, many: 400 }))(
    'no visitor is overtaken, positions get no worse, turns are not more than allowed, and visitors and accounts have one position %# [S-1122]',
    async (parameters) => {
      const property = fc.asyncProperty(
        fc.boolean(),
        fc.array(step, { minLength: 10, maxLength: 60 }),
        async (hasOpening, steps) => {
          const { ctx } = context()
          const show = await createShowtimeWithSeats(ctx, SEATS)
          const userIds = await Promise.all(Array.from({ length: ACCOUNTS }, () => createUser(ctx)))
          for (const userId of userIds) await confirmUser(ctx, userId)
          const queue = { ...show, userIds, nodes: [ctx, createNodeContext(ctx)] }
          if (hasOpening) await openIn(show.showtimeId, 10_000)
          else await start(show.showtimeId)
          await queue.nodes[1]?.queues.refresh()
          for (const one of steps) {
            const before = await rowsOf(queue)
            const { selections } = await ctx.showtimes.read(show.showtimeId)
            const holders = new Set(selections.keys())
            await codesOf([run(queue, one)])
            for (const other of queue.nodes)
              other.events.emit('remoteClaimsChanged', show.showtimeId)
            // A position that ends before its time is told to all nodes. Until they hear of it, they let its visitor choose.
            if (one.type === 'leave' || one.type === 'join')
              for (const other of queue.nodes) await other.queues.refresh()
            if (!(await hasQueue(queue))) return
            const after = await rowsOf(queue)
            assertOnePosition(after)
            assertNoWorse(before, after)
            await assertTurns(queue, before, after)
            if (one.type === 'hold') await assertHolds(queue, before, holders)
            checked += 1
          }
          await assertPositions(queue, await rowsOf(queue))
        },
      )
      await fc.assert(property, parameters)
    },
  )
})
