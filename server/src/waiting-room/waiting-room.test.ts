import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteAccount } from '#src/accounts/profile/profile.service.ts'
import type { AppError } from '#src/errors.ts'
import { deleteOldData } from '#src/housekeeping/housekeeping.service.ts'
import * as holds from '#src/inventory/holds/holds.service.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { codesOf, createHoldCalls } from '#test/support/hold-calls.ts'
import {
  confirmUser,
  createShowtime,
  createShowtimeWithSeats,
  createUser,
} from '#test/support/makers.ts'
import { createInterruptibleNode } from '#test/support/observed-node.ts'
import { solve } from '#test/support/proofs.ts'
import { createNodeContext, describeDatabases } from '#test/support/test-context.ts'
import { createWaitingRoomCalls } from '#test/support/waiting-rooms.ts'
import { joinQueue } from './positions.service.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)
const person = (visitorId: string) => ({ visitorId })

describeDatabases('waiting room', (context) => {
  const ctx = () => context().ctx
  const advance = (ms: number) => context().clock.advance(ms)
  const { start, openIn, join, read, leave, check, checkOn, livePositions } =
    createWaitingRoomCalls(context)
  const { hold, release } = createHoldCalls(context)
  const { createOrder, book } = createBookingCalls(context)

  /** A visitor with an account whose email is confirmed. */
  async function member(visitorId: string = crypto.randomUUID()) {
    const userId = await createUser(ctx())
    await confirmUser(ctx(), userId)
    return { visitorId, userId }
  }
  /** A showtime with a queue in which so many visitors wait: v0, v1, …. */
  async function createQueue(visitors: number, seats = 5) {
    const show = await createShowtimeWithSeats(ctx(), seats)
    await start(show.showtimeId)
    for (const n of numbers(visitors)) await join(show.showtimeId, person(`v${n}`))
    return show
  }
  const statesOf = async (showtimeId: string, visitors: number) =>
    Promise.all(numbers(visitors).map(async (n) => (await read(showtimeId, person(`v${n}`))).state))

  test('a showtime without a queue is open, and joining takes no position [S-1100]', async () => {
    const { showtimeId, seats } = await createShowtime(ctx())
    expect(await join(showtimeId, person('ann'))).toMatchObject({ state: 'open', ahead: null })
    expect(await read(showtimeId, person('ann'))).toMatchObject({ state: 'open' })
    await hold('ann', { showtimeId, seats } as never, seats[0])
    expect(await livePositions(ctx(), showtimeId)).toEqual([])
  })

  test('the queue starts only above QUEUE_THRESHOLD, over all nodes together [S-1101]', async () => {
    const { startQueues } = await import('./start-queues.service.ts')
    const { showtimeId } = await createShowtime(ctx())
    const watchers = (count: number) => new Map([[showtimeId, count]])
    await startQueues(ctx(), { node: 'one', watchers: watchers(200) })
    await startQueues(ctx(), { node: 'two', watchers: watchers(100) })
    await ctx().queues.refresh()
    expect(ctx().queues.has(showtimeId)).toBe(false)
    await startQueues(ctx(), { node: 'two', watchers: watchers(101) })
    await ctx().queues.refresh()
    expect(ctx().queues.has(showtimeId)).toBe(true)
    const other = createNodeContext(ctx())
    await other.queues.refresh()
    expect(other.queues.has(showtimeId)).toBe(true)
  })

  test('visitors get turns in the order of their arrival, as many as the free seats are enough for [S-1102]', async () => {
    // 5 seats are enough for two parties of 2.5, and one turn of five is expected to be unused.
    const { showtimeId } = await createQueue(5)
    expect(await read(showtimeId, person('v3'))).toMatchObject({ state: 'waiting', ahead: 3 })
    await check()
    const states = ['turn', 'turn', 'turn', 'waiting', 'waiting']
    expect(await statesOf(showtimeId, 5)).toEqual(states)
    expect(await read(showtimeId, person('v4'))).toMatchObject({ state: 'waiting', ahead: 1 })
    await check()
    expect(await statesOf(showtimeId, 5)).toEqual(states)
  })

  test('a hold, a choice and a booking of places that are not held are refused with QUEUE and the position without a turn [S-1103]', async () => {
    const show = await createQueue(5)
    await check()
    const request = { showtimeId: show.showtimeId, holder: 'v4' }
    const places = { ...request, placeIds: show.seats.slice(0, 1) }
    const order = await createOrder(show, show.seats.slice(0, 1), { holder: 'v4' } as never)
    const codes = await codesOf([
      holds.holdPlaces(ctx(), places),
      holds.holdInstead(ctx(), places),
      holds.holdBestSeats(ctx(), { ...request, size: 2 }),
      holds.beginCheckout(ctx(), places),
      book({ ...order, holder: 'v4' }),
    ])
    expect(codes).toEqual(Array(5).fill('QUEUE'))
    const refused = (await holds.holdPlaces(ctx(), places).catch((e) => e)) as AppError
    expect(refused.statusCode).toBe(429)
    expect(refused.details.position).toMatchObject({ state: 'waiting', ahead: 1 })
  })

  test('who has a turn holds, and who holds places when the queue starts keeps choosing [S-1104]', async () => {
    const show = await createShowtimeWithSeats(ctx(), 5)
    await hold('early', show, show.seats[0])
    await start(show.showtimeId)
    await hold('early', show, show.seats[1])
    expect(await read(show.showtimeId, person('early'))).toMatchObject({ state: 'turn' })
    await join(show.showtimeId, person('ann'))
    expect(await codesOf([hold('ann', show, show.seats[2])])).toEqual(['QUEUE'])
    await check()
    await hold('ann', show, show.seats[2])
    await check()
    expect(await read(show.showtimeId, person('ann'))).toMatchObject({
      state: 'turn',
      turnUntil: null,
    })
  })

  test('a turn without a hold ends after QUEUE_TURN_SECONDS, and the next visitor gets it [S-1105]', async () => {
    const show = await createQueue(4)
    await check()
    const turn = await read(show.showtimeId, person('v0'))
    expect(Date.parse(turn.turnUntil ?? '') - ctx().now()).toBe(180 * SECOND)
    await advance(180 * SECOND)
    expect(await codesOf([hold('v0', show, show.seats[0])])).toEqual(['QUEUE'])
    expect((await read(show.showtimeId, person('v3'))).state).toBe('waiting')
    await advance(10 * SECOND)
    await check()
    expect((await read(show.showtimeId, person('v3'))).state).toBe('turn')
    expect(await read(show.showtimeId, person('v0'))).toMatchObject({
      state: 'waiting',
      ahead: null,
    })
  })

  test('a hold in the last moment of a turn keeps it: the turn is not given to the next visitor [S-1106]', async () => {
    const show = await createQueue(4)
    await check()
    await advance(180 * SECOND - 1)
    await hold('v0', show, show.seats[0])
    await advance(9 * SECOND)
    await check(createNodeContext(ctx()))
    await ctx().queues.refresh()
    expect(await read(show.showtimeId, person('v0'))).toMatchObject({
      state: 'turn',
      turnUntil: null,
    })
    const positions = await livePositions(ctx(), show.showtimeId)
    expect(positions.find(({ visitor }) => visitor === 'v0')).toMatchObject({ has_held: 1 })
  })

  test('after its seats are released a turn has 15 seconds for others, and then ends [S-1107]', async () => {
    const show = await createQueue(4)
    await check()
    await hold('v0', show, show.seats[0])
    await check()
    await release('v0', show, show.seats[0])
    await check()
    const turn = await read(show.showtimeId, person('v0'))
    expect(Date.parse(turn.turnUntil ?? '') - ctx().now()).toBe(15 * SECOND)
    await hold('v0', show, show.seats[1])
    await release('v0', show, show.seats[1])
    await advance(26 * SECOND)
    await check()
    expect(await read(show.showtimeId, person('v0'))).toMatchObject({ ahead: null })
    expect(await codesOf([hold('v0', show, show.seats[0])])).toEqual(['QUEUE'])
  })

  test('a booking ends the turn at once, and its repetition with the same key is not refused [S-1108]', async () => {
    const show = await createQueue(1)
    await check()
    await hold('v0', show, show.seats[0])
    const order = await createOrder(show, show.seats.slice(0, 1))
    const own = { ...order, holder: 'v0', key: crypto.randomUUID() }
    const booking = await book(own)
    await ctx().queues.refresh()
    expect(await livePositions(ctx(), show.showtimeId)).toEqual([])
    expect((await book(own))._id).toBe(booking._id)
    expect(await codesOf([book({ ...own, key: undefined })])).toEqual(['ALREADY_BOOKED'])
  })

  test('leaving gives up the position and releases the held seats [S-1109]', async () => {
    const show = await createQueue(4)
    await check()
    await hold('v0', show, show.seats[0])
    expect(await leave(show.showtimeId, person('v0'))).toMatchObject({ ahead: null })
    expect((await ctx().showtimes.read(show.showtimeId)).selections.size).toBe(0)
    await check()
    expect((await read(show.showtimeId, person('v3'))).state).toBe('turn')
  })

  test('a visitor and an account have one position: the better one counts [S-1110]', async () => {
    const { showtimeId } = await createQueue(3, 2)
    await check()
    const { userId } = await member()
    await join(showtimeId, { visitorId: 'phone', userId })
    expect(await join(showtimeId, { visitorId: 'laptop', userId })).toMatchObject({ ahead: 2 })
    // The visitor waits since before the account does.
    expect(await join(showtimeId, { visitorId: 'v2', userId })).toMatchObject({ ahead: 1 })
    expect(await read(showtimeId, { visitorId: 'laptop', userId })).toMatchObject({ ahead: 1 })
    const positions = await livePositions(ctx(), showtimeId)
    expect(positions.map(({ visitor }) => visitor)).toEqual(['v0', 'v1', 'v2'])
  })

  test('accounts of one mailbox have one position [S-1110]', async () => {
    const { showtimeId } = await createQueue(1)
    const joinAs = async (email: string) => {
      const { visitorId, userId } = await member()
      const call = { showtimeId, visitorId, userId, email, isConfirmed: true, address: visitorId }
      return joinQueue(ctx(), call)
    }
    expect(await joinAs('asha+one@example.com')).toMatchObject({ ahead: 1 })
    expect(await joinAs('asha+two@example.com')).toMatchObject({ ahead: 1 })
    expect(await livePositions(ctx(), showtimeId)).toHaveLength(2)
  })

  test('two joins of one account on two nodes at once take one position [S-1111]', async () => {
    const { showtimeId } = await createQueue(0)
    const other = createNodeContext(ctx())
    await other.queues.refresh()
    const { userId } = await member()
    await Promise.all(
      numbers(10).map((n) =>
        join(showtimeId, { visitorId: `browser ${n}`, userId }, n % 2 ? ctx() : other),
      ),
    )
    const positions = await livePositions(ctx(), showtimeId)
    expect(positions.map(({ user_id }) => user_id)).toEqual([userId])
  })

  test('two nodes that check a queue at once give each turn once [S-1112]', async () => {
    const { showtimeId } = await createQueue(8)
    const other = createNodeContext(ctx())
    for (const _ of numbers(5)) await checkOn([ctx(), other])
    const positions = await livePositions(ctx(), showtimeId)
    expect(positions.filter(({ turn_at }) => turn_at !== null)).toHaveLength(3)
  })

  test('nobody holds before the opening; then those who came before are shuffled once, and later ones follow [S-1113]', async () => {
    const show = await createShowtimeWithSeats(ctx(), 5)
    const { showtimeId } = show
    await openIn(showtimeId, MINUTE)
    const opensAt = new Date(ctx().now() + MINUTE).toISOString()
    const early = numbers(30).map((n) => `early ${String(n).padStart(2, '0')}`)
    for (const visitorId of early) {
      expect(await join(showtimeId, { visitorId })).toMatchObject({ state: 'before', opensAt })
    }
    const refused = (await hold('early 00', show, show.seats[0]).catch((e) => e)) as AppError
    expect(refused.details.position).toMatchObject({ state: 'before', opensAt })
    await check()
    expect(await read(showtimeId, person('early 00'))).toMatchObject({ state: 'before' })
    await advance(MINUTE)
    await join(showtimeId, person('late'))
    const other = createNodeContext(ctx())
    await checkOn([ctx(), other])
    await checkOn([other, ctx()])
    const positions = await livePositions(ctx(), showtimeId)
    expect(positions.map(({ number }) => number)).toEqual(numbers(31).map((n) => n + 1))
    expect(positions.at(-1)?.visitor).toBe('late')
    const order = positions.slice(0, 30).map(({ visitor }) => visitor)
    expect(order).not.toEqual(early)
    expect(order.toSorted()).toEqual(early)
    const shuffles = await ctx()
      .db.selectFrom('audit')
      .selectAll()
      .where('action', '=', 'waiting-room.shuffle')
      .where('subject_id', '=', showtimeId)
      .execute()
    expect(shuffles).toHaveLength(1)
    const { seed } = JSON.parse(shuffles[0]?.state_after ?? '')
    const sortKeyOf = (id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex')
    const sortKeys = positions.slice(0, 30).map(({ id }) => sortKeyOf(id))
    expect(sortKeys).toEqual(sortKeys.toSorted())
  })

  test('further positions of an address without a confirmed email need a proof of work [S-1114]', async () => {
    const { showtimeId } = await createQueue(0)
    const from = (n: number) => ({ visitorId: `bot ${n}`, address: 'one network' })
    for (const n of numbers(4)) await join(showtimeId, from(n))
    const call = {
      showtimeId,
      ...from(4),
      userId: null,
      email: null,
      isConfirmed: false,
    }
    const refused = (await joinQueue(ctx(), call).catch((e) => e)) as AppError
    expect(refused.code).toBe('CHALLENGE')
    const proof = await solve(refused.details.challenge)
    expect(await joinQueue(ctx(), { ...call, proof })).toMatchObject({ ahead: 4 })
    const again = { ...call, visitorId: 'bot 5', proof }
    expect(await codesOf([joinQueue(ctx(), again)])).toEqual(['CHALLENGE'])
    const confirmed = await member()
    await join(showtimeId, { ...confirmed, address: 'one network' })
    expect(await livePositions(ctx(), showtimeId)).toHaveLength(6)
  })

  test('a proof counts although the address needed none when it was given [S-1114]', async () => {
    const { showtimeId } = await createQueue(0)
    const from = (visitorId: string) => ({ visitorId, address: 'one network' })
    for (const n of numbers(4)) await join(showtimeId, from(`bot ${n}`))
    const call = { showtimeId, ...from('bot 4'), userId: null, email: null, isConfirmed: false }
    const refused = (await joinQueue(ctx(), call).catch((e) => e)) as AppError
    const proof = await solve(refused.details.challenge)
    await leave(showtimeId, from('bot 0'))

    const { queues } = ctx()
    const joinLate: typeof queues.joins.join = async (...args) => {
      await join(showtimeId, from('bot 5'))
      return queues.joins.join(...args)
    }
    const late = { ...ctx(), queues: { ...queues, joins: { join: joinLate } } }
    await joinQueue(late, { ...call, proof })

    expect(await livePositions(ctx(), showtimeId)).toHaveLength(5)
  })

  test('visitors of an address who come at the same moment, on two nodes, need proofs like those who come one after another [S-1114]', async () => {
    const { showtimeId } = await createQueue(0)
    const other = createNodeContext(ctx())
    await other.queues.refresh()
    const joins = numbers(20).map((n) =>
      join(
        showtimeId,
        { visitorId: `bot ${n}`, address: 'one network' },
        n % 2 === 0 ? ctx() : other,
      ),
    )
    const codes = await codesOf(joins)
    expect(codes.filter((code) => code === 'CHALLENGE')).toHaveLength(16)
    expect(await livePositions(ctx(), showtimeId)).toHaveLength(4)
  })

  test('who is not connected when the turn comes gets one mail and ten minutes [S-1115]', async () => {
    const { showtimeId } = await createQueue(0)
    const [away, here] = [await member(), await member()]
    expect(await join(showtimeId, away)).toMatchObject({ isMailed: true })
    await join(showtimeId, here)
    await join(showtimeId, person('unsigned'))
    await check()
    const { markTurnsSeen } = await import('./positions.service.ts')
    const positions = await livePositions(ctx(), showtimeId)
    await markTurnsSeen(
      ctx(),
      positions.filter(({ user_id }) => user_id === here.userId).map(({ id }) => id),
    )
    const turnAt = ctx().now()
    for (const _ of numbers(8)) await check()
    const sent = await context().sentMails()
    // Turns come in the queues of other tests too.
    const mailsTo = ({ userId }: typeof away) =>
      sent.filter(({ to }) => to === `${userId}@example.com`)
    const [mail, ...furtherMails] = mailsTo(away)
    expect([...furtherMails, ...mailsTo(here)]).toEqual([])
    expect(mail?.subject).toContain('it is your turn')
    const { turnUntil } = await read(showtimeId, away)
    expect(Date.parse(turnUntil ?? '')).toBe(turnAt + 10 * MINUTE)
  })

  test('a queue ends by itself when no visitor waits and the pressure is gone [S-1116]', async () => {
    const { showtimeId } = await createQueue(1)
    await check()
    await check()
    expect(ctx().queues.has(showtimeId)).toBe(true)
    await advance(MINUTE)
    await check()
    expect(ctx().queues.has(showtimeId)).toBe(false)
    expect(await read(showtimeId, person('v0'))).toMatchObject({ state: 'open' })
    expect(await livePositions(ctx(), showtimeId)).toEqual([])
  })

  test('a restarted node knows all numbers, and shows the same positions [S-1117]', async () => {
    const { showtimeId } = await createQueue(6)
    await check()
    const restarted = createNodeContext(ctx())
    await restarted.queues.refresh()
    for (const n of numbers(6)) {
      const visitor = person(`v${n}`)
      expect(await read(showtimeId, visitor, restarted)).toEqual(await read(showtimeId, visitor))
    }
  })

  test('a node tells what another node has just changed: a position taken, merged and left, and a turn [S-1130]', async () => {
    const { showtimeId } = await createQueue(4)
    const other = createNodeContext(ctx())
    await other.queues.refresh()
    const { userId } = await member()
    const [phone, laptop] = [
      { visitorId: 'phone', userId },
      { visitorId: 'laptop', userId },
    ]
    const there = (one: Parameters<typeof read>[1]) => read(showtimeId, one, other)

    await join(showtimeId, phone)
    expect(await there(phone)).toMatchObject({ ahead: 4 })
    expect(await there(laptop)).toMatchObject({ ahead: 4 })
    await join(showtimeId, { visitorId: 'v3', userId })
    expect(await there(laptop)).toMatchObject({ ahead: 3 })
    expect(await there(person('phone'))).toMatchObject({ ahead: null })
    await leave(showtimeId, person('v1'))
    expect(await there(person('v1'))).toMatchObject({ state: 'waiting', ahead: null })
    expect(await there(person('v2'))).toMatchObject({ ahead: 1 })
    await check()
    expect(await there(person('v2'))).toMatchObject({ state: 'turn' })
    expect(await join(showtimeId, person('v1'), other)).toMatchObject({ ahead: 0 })
  })

  test('a node whose database is away tells the positions that it knows, and refuses those that it does not [S-1320]', async () => {
    const { showtimeId } = await createQueue(4)
    const { node, takeDatabaseAway } = createInterruptibleNode(ctx())
    await node.queues.refresh()
    const known = await member()
    await join(showtimeId, known, node)
    await check(node)
    takeDatabaseAway()
    // The node knows that its state of the show is outdated.
    node.events.emit('remoteClaimsChanged', showtimeId)

    const position = { state: 'waiting', ahead: 1, isMailed: true }
    expect(await read(showtimeId, known, node)).toMatchObject(position)
    expect(await join(showtimeId, known, node)).toMatchObject(position)
    expect(await read(showtimeId, { ...known, visitorId: 'laptop' }, node)).toMatchObject(position)
    expect(await read(showtimeId, person('v0'), node)).toMatchObject({ state: 'turn' })
    const codes = await codesOf([
      read(showtimeId, person('new'), node),
      join(showtimeId, person('new'), node),
      join(showtimeId, { ...known, visitorId: 'laptop' }, node),
      leave(showtimeId, known, node),
    ])
    expect(codes).toEqual(Array(4).fill('ECONNREFUSED'))
  })

  test('a node whose database does not answer tells the positions that it knows [S-1320]', async () => {
    const { showtimeId } = await createQueue(2)
    const silence = new Promise<void>(() => undefined)
    const queues = { ...ctx().queues, refresh: () => silence }

    const position = await read(showtimeId, person('v1'), { ...ctx(), queues })

    expect(position).toMatchObject({ state: 'waiting', ahead: 1 })
  })

  test('deleting an account and the daily deletion remove positions [S-1118]', async () => {
    const { showtimeId } = await createQueue(1)
    const gone = await member()
    await join(showtimeId, gone)
    await deleteAccount(ctx(), gone)
    const rows = () =>
      ctx()
        .db.selectFrom('queue_positions')
        .selectAll()
        .where('showtime_id', '=', showtimeId)
        .execute()
    expect((await rows()).map(({ visitor }) => visitor)).toEqual(['v0'])
    await leave(showtimeId, person('v0'))
    await advance(25 * 60 * MINUTE)
    await deleteOldData(ctx())
    expect(await rows()).toEqual([])
  })
})
