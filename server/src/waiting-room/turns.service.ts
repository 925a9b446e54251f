import { createHash, randomBytes } from 'node:crypto'
import { SECOND_MS } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import { liftStatementLimit } from '../database/locks.ts'
import type { Db, QueuePositionRow } from '../database/schema.ts'
import { type Database, inTransaction } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import { hasEnded } from '../inventory/draft.ts'
import { isSeat } from '../inventory/rules/places.ts'
import { windowOf } from '../inventory/rules/times.ts'
import type { ShowtimeState } from '../inventory/state.ts'
import { isFree, viewOf } from '../inventory/views/seat-map.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { hasOpened } from './position-view.ts'
import { openedAt } from './queues.ts'
import { isCalm, thresholdOf } from './rules/crowding.ts'
import { RATE_PERIOD_MS } from './rules/estimate.ts'
import { shuffleQueue } from './rules/queue-order.ts'
import { advanceTurn, MAILED_TURN_MS, turnsAllowed } from './rules/turns.ts'
import { turnMail } from './turn-mail.ts'
import * as statements from './waiting-room.sql.ts'
import { sumWatchers } from './watcher-counts.sql.ts'

/** A queue is checked by one node, at most so often. */
const CHECK_EVERY_MS = 900
/** A visitor who was not told of a turn for so long is not connected, and gets a mail. */
const UNSEEN_MS = 5 * SECOND_MS
/** The watchers that nodes have counted in this time are there. */
export const COUNT_LIFETIME_MS = 5 * SECOND_MS

/** The seed is made after the last position that is shuffled, so that no visitor can choose an id by it. */
const newSeed = () => randomBytes(16).toString('hex')

/** Gives and ends turns in all queues, shuffles those where booking opens, and ends those that are not needed any more. Logs errors. */
export async function checkQueues(ctx: Context, createSeed = newSeed) {
  await ctx.queues.refresh()
  for (const showtimeId of [...ctx.queues.copies.keys()]) {
    try {
      const hasChanged = await checkQueue(ctx, showtimeId, createSeed)
      if (hasChanged) ctx.events.emit('queueChanged', showtimeId)
    } catch (error) {
      // The other shows must not wait for this one, which may have been removed meanwhile.
      if (!(error instanceof AppError))
        ctx.log.error({ err: error, showtimeId }, 'queue check failed')
    }
  }
}

/** Returns whether positions have changed. One transaction under the lock of the queue decides, whichever node begins it. */
async function checkQueue(ctx: Context, showtimeId: string, createSeed: () => string) {
  const state = await ctx.showtimes.read(showtimeId)
  const watchers = await countWatchers(ctx.reader, showtimeId)
  return inTransaction(ctx.db, { durable: true, isLong: true }, async (tx) => {
    const [queue] = (await statements.lockQueueToCheck(tx, showtimeId, CHECK_EVERY_MS)).rows
    if (!queue) return false
    if (!windowOf(state.show, queue).open) return endQueue(tx, queue)
    if (!hasOpened(queue)) {
      if (queue.now < (queue.opens_at ?? 0)) return false
      await shufflePositions(tx, queue, createSeed())
    }
    const turns = await advanceTurns(ctx, tx, { queue, state })
    const given = await giveTurns(ctx, tx, { queue, state, activeTurns: turns.active })
    const isDone = isCalm({
      waiting: given.waiting,
      watchers,
      threshold: thresholdOf(ctx.config.queueThreshold, state.layout.seatCount),
      quietMs: queue.now - Math.max(openedAt(queue), given.lastTurnAt),
    })
    if (isDone) return endQueue(tx, queue)
    return turns.hasChanged || given.count > 0 || queue.shuffled_at === queue.now
  })
}

async function countWatchers(reader: Database, showtimeId: string) {
  const { rows } = await sumWatchers(reader, [showtimeId], COUNT_LIFETIME_MS)
  return Number(rows[0]?.watchers ?? 0)
}

/** Ends a queue and all its positions. */
export async function endQueue(tx: Db, queue: statements.QueueWithTime) {
  await liftStatementLimit(tx)
  await statements.endPositions(tx, queue)
  await statements.updateQueue(tx, { ...queue, ended_at: queue.now })
  return true
}

/** Shuffles the positions of all who have come, and numbers them. The seed is kept in the audit, so that the order can be computed again. */
async function shufflePositions(tx: Db, queue: statements.QueueWithTime, seed: string) {
  const { rows } = await statements.selectWithoutNumber(tx, queue.showtime_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const positions = rows.map(({ id, mailbox, address, joined_at }) => ({
    id,
    isConfirmed: mailbox !== null,
    address,
    joinedAt: joined_at,
  }))
  const order = shuffleQueue(positions, {
    opensAt: queue.opens_at ?? queue.now,
    sortKeyOf: (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex'),
  })
  const first = queue.next_number
  const numbered = order.flatMap((id, index) => {
    const row = byId.get(id)
    return row ? { ...row, number: first + index, changed: queue.sequence } : []
  })
  await liftStatementLimit(tx)
  await statements.updateProgress(tx, numbered)
  Object.assign(queue, { seed, shuffled_at: queue.now, next_number: first + order.length })
  await statements.updateQueue(tx, queue)
  await recordAction(tx, {
    deviceId: null,
    action: 'waiting-room.shuffle',
    subjectType: 'showtime',
    subject: queue.showtime_id,
    after: { seed, positions: order.length },
  })
}

interface Check {
  queue: statements.QueueWithTime
  state: ShowtimeState
}

/** Ends turns, notes those that are used, and writes mails about those whose visitors are not connected. */
async function advanceTurns(ctx: Context, tx: Db, { queue, state }: Check) {
  const { queueTurnMs: turnMs, holdMaxMs } = ctx.config
  const { now, sequence } = queue
  const { rows } = await statements.selectTurns(tx, queue.showtime_id)
  const isHolding = createHoldingCheck(state, { now, holdMaxMs })
  const changed: QueuePositionRow[] = []
  let active = 0
  const mailed = await mailTurns(
    ctx,
    tx,
    rows.filter((position) => isToMail(position, now)),
  )
  for (const position of rows) {
    const turn = {
      turnAt: position.turn_at ?? now,
      turnUntil: mailed.has(position.id)
        ? (position.turn_at ?? now) + MAILED_TURN_MS
        : position.turn_until,
      hasHeld: position.has_held === 1,
    }
    const terms = { now, isHolding: isHolding(position), turnMs, holdMaxMs }
    const next = advanceTurn(turn, terms)
    // Visitors who were mailed have ten minutes to come: others choose meanwhile.
    if (next && !terms.isHolding && position.mailed_at === null && !mailed.has(position.id))
      active += 1
    const row: QueuePositionRow = {
      ...position,
      turn_until: next ? next.turnUntil : position.turn_until,
      has_held: Number(next?.hasHeld ?? turn.hasHeld),
      mailed_at: mailed.has(position.id) ? now : position.mailed_at,
      ended_at: next ? null : now,
      changed: sequence,
    }
    if (isChanged(position, row)) changed.push(row)
  }
  await statements.updateProgress(tx, changed)
  return { active, hasChanged: changed.length > 0 }
}

const isChanged = (before: QueuePositionRow, after: QueuePositionRow) =>
  before.turn_until !== after.turn_until ||
  before.has_held !== after.has_held ||
  before.ended_at !== after.ended_at ||
  before.mailed_at !== after.mailed_at

const isToMail = (
  { mailbox, seen_at, mailed_at, turn_at, has_held }: QueuePositionRow,
  now: number,
) =>
  mailbox !== null &&
  seen_at === null &&
  mailed_at === null &&
  has_held === 0 &&
  now - (turn_at ?? now) >= UNSEEN_MS

/** Returns the ids of the positions whose account has got a mail. */
async function mailTurns(ctx: Context, tx: Db, positions: readonly QueuePositionRow[]) {
  if (positions.length === 0) return new Set<string>()
  const { rows } = await statements.selectTurnsToMail(
    tx,
    positions.map(({ id }) => id),
  )
  const byId = new Map(positions.map((position) => [position.id, position]))
  const mails = rows.flatMap((row) => {
    const position = byId.get(row.id)
    if (!position) return []
    const until = (position.turn_at ?? 0) + MAILED_TURN_MS
    const turn = { ...row, userId: position.user_id, showtimeId: position.showtime_id, until }
    return { ...turnMail(ctx, turn), giveUpAt: until }
  })
  await queueMails(tx, mails)
  return new Set(rows.map(({ id }) => id))
}

/** Gives turns to the next visitors, as many as the hall can take. */
async function giveTurns(
  ctx: Context,
  tx: Db,
  { queue, state, activeTurns }: Check & { activeTurns: number },
) {
  const { now, sequence, showtime_id } = queue
  const { rows: counts } = await statements.countPositions(tx, showtime_id, now - RATE_PERIOD_MS)
  const { waiting = 0, used = 0, decided = 0, last_turn_at = null } = counts[0] ?? {}
  const allowed = turnsAllowed({
    freeSeats: countFreeSeats(state, { ...ctx.config, now }),
    usedTurns: Number(used),
    decidedTurns: Number(decided),
  })
  const free = Math.max(0, allowed - activeTurns)
  const next = free === 0 ? [] : (await statements.selectNext(tx, showtime_id, free)).rows
  const turnUntil = now + ctx.config.queueTurnMs
  const given = next.map((position) => ({
    ...position,
    turn_at: now,
    turn_until: turnUntil,
    changed: sequence,
  }))
  await statements.updateProgress(tx, given)
  return {
    count: given.length,
    waiting: Number(waiting) - given.length,
    lastTurnAt: given.length > 0 ? now : Number(last_turn_at ?? 0),
  }
}

/** The number of seats that any visitor can hold now. */
export function countFreeSeats(state: ShowtimeState, moment: Parameters<typeof viewOf>[1]) {
  const view = viewOf(state, moment)
  return state.layout.places.filter((place) => isSeat(place) && isFree(view, place)).length
}

/** Whether the visitor of a position, or the account in another browser, holds places at the showtime. */
function createHoldingCheck(
  { selections }: ShowtimeState,
  moment: { now: number; holdMaxMs: number },
) {
  const live = [...selections.values()].filter((selection) => !hasEnded(selection, moment))
  const holders = new Set(live.map(({ holder }) => holder))
  const accounts = new Set(
    live.flatMap(({ holder, choosers }) => choosers.find(({ id }) => id === holder)?.account ?? []),
  )
  return ({ visitor, user_id }: QueuePositionRow) =>
    holders.has(visitor) || (user_id !== null && accounts.has(user_id))
}
