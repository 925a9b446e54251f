import type { Context } from '#src/context.ts'
import type { QueuePositionRow } from '#src/database/schema.ts'
import * as holds from '#src/inventory/holds/holds.service.ts'
import { priceOf } from '#src/inventory/rules/places.ts'
import { createWaitingRoomPushes } from '#src/realtime/waiting-room-pushes.ts'
import { leaveQueue } from '#src/waiting-room/positions.service.ts'
import { setOpening } from '#src/waiting-room/staff-queues.service.ts'
import { createFailingNode, NODE_DIED } from '#test/changes/failing-node.ts'
import { createRandom, seedOf } from '#test/simulator/random.ts'
import { createBookingCalls } from '#test/support/booking-calls.ts'
import { type CreatedShowtime, createShowtimeWithSeats } from '#test/support/makers.ts'
import { createNodeContext, type TestContext } from '#test/support/test-context.ts'
import { checkOrThrow } from '#test/support/waiting-rooms.ts'
import { createSessions, hallLimit, type OnSale, OPENS_AT, type Session } from './on-sale.ts'

/** The figures count until so much of the hall is sold: then hardly a party finds seats that are enough for it. */
const SOLD_SHARE = 0.9
/** The node dies at this statement of a check: the queue is locked, and turns are not given yet. */
const DIES_AT_STATEMENT = 5
/** No node serves visitors for so long, as while PostgreSQL starts again. */
const OUTAGE_SECONDS = 5
/** An on-sale that is not over by then has failed. */
const MAX_SECONDS = 3600

export interface OnSaleFigures {
  sold: number
  /** The share of the sold seats that programs have bought. */
  programSeatShare: number
  /** Bookings a minute from the opening until SOLD_SHARE of the seats is sold, and the same of an ideal operator. */
  servedPerMinute: number
  hallLimit: number
  /** Visitors who waited while another one with a higher number got a turn. */
  overtaken: number
  /** Positions that the crash has changed. */
  changedByCrash: number
  /** The memory of the node for each visitor who waits, without the sockets. */
  bytesPerVisitor: number
}

/**
 * Runs an on-sale with the real service and a test clock, a second a step. Programs solve every proof of work: what it costs them is not
 * counted in their disfavour.
 */
export async function simulateOnSale(
  context: () => TestContext,
  options: OnSale,
  usedMemory: () => number,
): Promise<OnSaleFigures> {
  const { ctx, clock } = context()
  const random = createRandom(options.seed)
  const sessions = createSessions(options, random)
  const byId = new Map(sessions.map((session) => [session.id, session]))
  const show = await createShowtimeWithSeats(ctx, options.seats, { startsIn: 24 * 3_600_000 })
  const { showtimeId } = show
  const opensAt = new Date(ctx.now() + OPENS_AT * 1000).toISOString()
  await setOpening(ctx, { showtimeId, deviceId: 'device', opensAt })
  await ctx.queues.refresh()
  const memoryBefore = usedMemory()
  const pushes = createWaitingRoomPushes(NO_SOCKETS, ctx)

  const agenda = new Map<number, (() => Promise<void>)[]>()
  const plan = (second: number, act: () => Promise<void>) =>
    agenda.set(second, [...(agenda.get(second) ?? []), act])
  const sale = { sold: 0, ofPrograms: 0, served: 0, overtaken: 0, doneAt: 0, bytes: 0, second: 0 }
  const crashed = { hasCrashed: false, changed: 0 }
  let node = ctx
  const calls = createBookingCalls(() => ({ ...context(), ctx: node }))
  const started = new Set<string>()
  let arrived = 0

  async function arrive() {
    const joins: Promise<unknown>[] = []
    for (
      let session = sessions[arrived];
      session && session.arrivesAt <= sale.second;
      session = sessions[arrived]
    ) {
      arrived += 1
      const { id, mailbox, address } = session
      const provenStep = Number.POSITIVE_INFINITY
      const newId = `place of ${id}`
      const request = { visitorId: id, userId: null, mailbox, address, provenStep, newId }
      pushes.add({ showtimeId, visitorId: id, userId: null, email: null, isConfirmed: false })
      joins.push(node.queues.joins.join(node, showtimeId, request))
    }
    await Promise.all(joins)
  }

  /** A visitor whose turn has come. */
  function begin(session: Session) {
    const { choosesAfter, paysAfter, givesUp } = session
    if (choosesAfter === null) return
    plan(sale.second + choosesAfter, async () => {
      const held = await holdSeats(node, show, session)
      if (held.length === 0) return void (await leave(session))
      plan(sale.second + paysAfter, () => (givesUp ? leave(session) : pay(session, held)))
    })
  }

  const leave = async ({ id }: Session) => {
    const visitor = { showtimeId, visitorId: id, userId: null, email: null, isConfirmed: false }
    await leaveQueue(node, visitor)
  }

  async function pay(session: Session, seatIds: readonly string[]) {
    const { layout } = await node.showtimes.read(showtimeId)
    const places = seatIds.flatMap((id) => layout.byId.get(id) ?? [])
    const totalCost = places.reduce((sum, place) => sum + priceOf(place), 0)
    const order = await calls.createOrder(show, [...seatIds], { totalCost })
    await calls.book({ ...order, holder: session.id })
    sale.sold += seatIds.length
    sale.served += 1
    if (session.isProgram) sale.ofPrograms += seatIds.length
    if (sale.sold >= SOLD_SHARE * options.seats) sale.doneAt = sale.second
  }

  /** What visitors wanted to do meanwhile they do after the outage. */
  async function crash() {
    crashed.hasCrashed = true
    const before = await listPositions(ctx, showtimeId)
    await clock.advance(1000)
    const death = await checkOrThrow(createFailingNode(node, DIES_AT_STATEMENT)).catch(
      (error) => error,
    )
    if (death !== NODE_DIED) throw new Error('the node has not died')
    const end = sale.second + OUTAGE_SECONDS
    for (let second = sale.second + 1; second <= end; second += 1) {
      for (const act of agenda.get(second) ?? []) plan(end + 1, act)
      agenda.delete(second)
    }
    await clock.advance((OUTAGE_SECONDS - 1) * 1000)
    sale.second = end
    node = createNodeContext(ctx)
    await node.queues.refresh()
    const after = new Map(
      (await listPositions(ctx, showtimeId)).map((position) => [position.id, position]),
    )
    crashed.changed = before.filter(({ id, number, visitor, turn_at }) => {
      const position = after.get(id)
      return (
        position?.number !== number || position.visitor !== visitor || position.turn_at !== turn_at
      )
    }).length
  }

  while (sale.doneAt === 0 && sale.second < MAX_SECONDS) {
    await arrive()
    const isHalfSold = sale.sold >= options.seats / 2
    if (options.hasCrash && isHalfSold && !crashed.hasCrashed) await crash()
    if (sale.second === OPENS_AT) {
      await ctx.queues.refresh()
      sale.bytes = usedMemory() - memoryBefore
    }
    await clock.advance(1000)
    sale.second += 1
    await checkOrThrow(node, () => String(seedOf(options.seed, 'draw')))
    await node.queues.refresh()
    const given = [...(node.queues.copies.get(showtimeId)?.turns() ?? [])].filter(
      ({ id }) => !started.has(id),
    )
    if (given.length > 0) sale.overtaken += await countOvertaken(ctx, showtimeId)
    for (const { id, visitor } of given.toSorted(byNumber)) {
      started.add(id)
      const session = byId.get(visitor)
      if (session) begin(session)
    }
    for (const act of agenda.get(sale.second) ?? []) await act()
    agenda.delete(sale.second)
  }
  const minutes = (sale.doneAt - OPENS_AT) / 60
  return {
    sold: sale.sold,
    programSeatShare: sale.ofPrograms / sale.sold,
    servedPerMinute: sale.served / minutes,
    hallLimit: hallLimit(await listInOrder(ctx, showtimeId, byId), options.seats, SOLD_SHARE),
    overtaken: sale.overtaken,
    changedByCrash: crashed.changed,
    bytesPerVisitor: sale.bytes / sessions.filter(({ arrivesAt }) => arrivesAt <= OPENS_AT).length,
  }
}

/** Nothing is sent: the pushes only keep what they need. */
const NO_SOCKETS = { to: () => ({ emit: () => true }) } as never

const byNumber = (one: Pick<QueuePositionRow, 'number'>, other: Pick<QueuePositionRow, 'number'>) =>
  (one.number ?? 0) - (other.number ?? 0)

/** Returns the held seats: of the whole party, or as many as are left. */
async function holdSeats(ctx: Context, { showtimeId }: CreatedShowtime, session: Session) {
  for (let size = session.partySize; size > 0; size -= 1) {
    const request = { showtimeId, holder: session.id, size }
    const held = await holds.holdBestSeats(ctx, request).catch(() => undefined)
    if (held) return held.seatIds ?? []
  }
  return []
}

async function countOvertaken({ db }: Context, showtimeId: string) {
  const numbers = db.selectFrom('queue_positions').where('showtime_id', '=', showtimeId)
  const last = await numbers
    .where('turn_at', 'is not', null)
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirstOrThrow()
  const overtaken = await numbers
    .where('turn_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('number', '<', last.number ?? 0)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(overtaken.count)
}

const listPositions = ({ db }: Context, showtimeId: string) =>
  db.selectFrom('queue_positions').selectAll().where('showtime_id', '=', showtimeId).execute()

async function listInOrder(
  { db }: Context,
  showtimeId: string,
  byId: ReadonlyMap<string, Session>,
) {
  const rows = await db
    .selectFrom('queue_positions')
    .select('visitor')
    .where('showtime_id', '=', showtimeId)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ visitor }) => byId.get(visitor) ?? [])
}
