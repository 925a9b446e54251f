import { createHash, randomBytes } from 'node:crypto'
import { SECOND_MS } from '@marquee/contract/time'
import { recordAction } from '../audit/audit.service.ts'
import type { Context } from '../context.ts'
import type { QueuePositionRow } from '../database/schema.ts'
import { type Database, inTransaction } from '../database/transaction.ts'
import { AppError } from '../errors.ts'
import { hasEnded } from '../inventory/draft.ts'
import { isSeat } from '../inventory/rules/places.ts'
import { windowOf } from '../inventory/rules/times.ts'
import type { ShowtimeState } from '../inventory/state.ts'
import { isFree, viewOf } from '../inventory/views/seat-map.ts'
import { queueMails } from '../messages/mail/outbox.service.ts'
import { isBefore } from './position-view.ts'
import { isCalm, thresholdOf } from './rules/crowding.ts'
import { drawOrder } from './rules/draw.ts'
import { RATE_PERIOD_MS } from './rules/estimate.ts'
import { advanceTurn, MAILED_TURN_MS, turnsAllowed } from './rules/turns.ts'
import { turnMail } from './turn-mail.ts'
import * as statements from './waiting-room.sql.ts'
import { openedAt } from './waiting-rooms.ts'
import { sumWatchers } from './watcher-counts.sql.ts'

/** A room is checked by one node, at most so often. */
const CHECK_EVERY_MS = 900
/** A visitor who was not told of a turn for so long is not connected, and gets a mail. */
const UNSEEN_MS = 5 * SECOND_MS
/** The watchers that nodes have counted in this time are there. */
export const COUNT_LIFETIME_MS = 5 * SECOND_MS

/** The seed is made after the last position that is drawn, so that nobody can choose an id by it. */
const newSeed = () => randomBytes(16).toString('hex')

type Tx = Parameters<Parameters<typeof inTransaction>[2]>[0]

/** Gives and ends turns in all waiting rooms, draws the order where booking opens, and ends the rooms that nobody needs any more. Logs errors. */
export async function checkWaitingRooms(ctx: Context, createSeed = newSeed) {
  await ctx.waitingRooms.refresh()
  for (const showtimeId of [...ctx.waitingRooms.copies.keys()]) {
    try {
      const hasChanged = await checkWaitingRoom(ctx, showtimeId, createSeed)
      if (hasChanged) ctx.events.emit('waitingRoomChanged', showtimeId)
    } catch (error) {
      // The other shows must not wait for this one, which may have been removed meanwhile.
      if (!(error instanceof AppError))
        ctx.log.error({ err: error, showtimeId }, 'waiting room check failed')
    }
  }
}

/** Returns whether positions have changed. One transaction under the lock of the room decides, whichever node begins it. */
async function checkWaitingRoom(ctx: Context, showtimeId: string, createSeed: () => string) {
  const state = await ctx.showtimes.read(showtimeId)
  const watchers = await countWatchers(ctx.reader, showtimeId)
  return inTransaction(ctx.db, { durable: true, isLong: true }, async (tx) => {
    const [room] = (await statements.lockRoomToCheck(tx, showtimeId, CHECK_EVERY_MS)).rows
    if (!room) return false
    if (!windowOf(state.show, room).open) return endRoom(tx, room)
    if (isBefore(room)) {
      if (room.now < (room.opens_at ?? 0)) return false
      await drawPositions(tx, room, createSeed())
    }
    const turns = await advanceTurns(ctx, tx, { room, state })
    const given = await giveTurns(ctx, tx, { room, state, openTurns: turns.open })
    const isDone = isCalm({
      waiting: given.waiting,
      watchers,
      threshold: thresholdOf(ctx.config.queueThreshold, state.layout.seatCount),
      quietMs: room.now - Math.max(openedAt(room), given.lastTurnAt),
    })
    if (isDone) return endRoom(tx, room)
    return turns.hasChanged || given.count > 0 || room.drawn_at === room.now
  })
}

async function countWatchers(reader: Database, showtimeId: string) {
  const { rows } = await sumWatchers(reader, [showtimeId], COUNT_LIFETIME_MS)
  return Number(rows[0]?.watchers ?? 0)
}

/** Ends the waiting room and all its positions. */
export async function endRoom(tx: Tx, room: statements.RoomWithTime) {
  await statements.endPositions(tx, room)
  await statements.updateRoom(tx, { ...room, ended_at: room.now })
  return true
}

/** Draws the order of all who have come, and numbers them. The seed is kept in the audit, so that the draw can be repeated. */
async function drawPositions(tx: Tx, room: statements.RoomWithTime, seed: string) {
  const { rows } = await statements.selectUndrawn(tx, room.showtime_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const positions = rows.map(({ id, mailbox, address, joined_at }) => ({
    id,
    isConfirmed: mailbox !== null,
    address,
    joinedAt: joined_at,
  }))
  const order = drawOrder(positions, {
    opensAt: room.opens_at ?? room.now,
    lotOf: (id) => createHash('sha256').update(`${seed} ${id}`).digest('hex'),
  })
  const first = room.next_number
  const numbered = order.flatMap((id, index) => {
    const row = byId.get(id)
    return row ? { ...row, number: first + index, changed: room.sequence } : []
  })
  await statements.updateProgress(tx, numbered)
  Object.assign(room, { seed, drawn_at: room.now, next_number: first + order.length })
  await statements.updateRoom(tx, room)
  await recordAction(tx, {
    deviceId: null,
    action: 'waiting-room.draw',
    subjectType: 'showtime',
    subject: room.showtime_id,
    after: { seed, positions: order.length },
  })
}

interface Check {
  room: statements.RoomWithTime
  state: ShowtimeState
}

/** Ends turns, notes those that are used, and writes mails about those whose visitors are not connected. */
async function advanceTurns(ctx: Context, tx: Tx, { room, state }: Check) {
  const { queueTurnMs: turnMs, holdMaxMs } = ctx.config
  const { now, sequence } = room
  const { rows } = await statements.selectTurns(tx, room.showtime_id)
  const isHolding = createHoldingCheck(state, { now, holdMaxMs })
  const changed: QueuePositionRow[] = []
  let open = 0
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
    // Who got a mail has long to come: others choose meanwhile.
    if (next && !terms.isHolding && position.mailed_at === null && !mailed.has(position.id))
      open += 1
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
  return { open, hasChanged: changed.length > 0 }
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
async function mailTurns(ctx: Context, tx: Tx, positions: readonly QueuePositionRow[]) {
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
  tx: Tx,
  { room, state, openTurns }: Check & { openTurns: number },
) {
  const { now, sequence, showtime_id } = room
  const { rows: counts } = await statements.countTurns(tx, showtime_id, now - RATE_PERIOD_MS)
  const { waiting = 0, used = 0, decided = 0, last_turn_at = null } = counts[0] ?? {}
  const allowed = turnsAllowed({
    freeSeats: countFreeSeats(state, { ...ctx.config, now }),
    usedTurns: Number(used),
    decidedTurns: Number(decided),
  })
  const free = Math.max(0, allowed - openTurns)
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
