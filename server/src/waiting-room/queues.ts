import type { EventEmitter } from 'node:events'
import type { QueuePosition } from '@marquee/contract/bookings/waiting-room'
import type { ContextEvents } from '../context-events.ts'
import type { Db, QueueRow } from '../database/schema.ts'
import { queued } from '../errors.ts'
import { createJoinBatches } from './join-batches.ts'
import {
  hasActiveTurn,
  positionWithoutQueue,
  type ViewedPosition,
  viewPosition,
} from './position-view.ts'
import { createQueueCopy, type PositionCopy, type QueueCopy } from './queue-copy.ts'
import { estimateWait, RATE_PERIOD_MS } from './rules/estimate.ts'
import { bestOf, isPositionOf } from './rules/plan-joins.ts'
import * as statements from './waiting-room.sql.ts'

/** Whose position it is: a visitor's, and that of the account that is signed in there. */
export interface PositionOwner {
  showtimeId: string
  visitorId: string
  userId: string | null
  /** The key of the confirmed email of the account. */
  mailbox: string | null
}

interface Sources {
  reader: Db
  events: EventEmitter<ContextEvents>
  /** The time of the database, epoch milliseconds. */
  now: () => number
}

export type Queues = ReturnType<typeof createQueues>

/** The queues of showtimes that have not ended, as this node knows them. */
export function createQueues({ reader, events, now }: Sources) {
  const copies = new Map<string, QueueCopy>()
  const listeners = new Set<(showtimeId: string, change: PositionCopy) => void>()
  let refreshing: Promise<void> | undefined
  let next: Promise<void> | undefined

  /** Reads what has changed. A call while it is being read waits for the next reading, which all such calls share. */
  function refresh(): Promise<void> {
    if (!refreshing) {
      refreshing = readChanges().finally(() => {
        refreshing = undefined
      })
      return refreshing
    }
    next ??= refreshing
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return refresh()
      })
    return next
  }

  async function readChanges() {
    const { rows } = await statements.selectQueues(reader)
    const current = new Set(rows.map(({ showtime_id }) => showtime_id))
    for (const showtimeId of copies.keys()) if (!current.has(showtimeId)) copies.delete(showtimeId)
    for (const row of rows) await follow(row)
  }

  async function follow(row: statements.QueueWithTime) {
    const { showtime_id: showtimeId, sequence } = row
    const known = copies.get(showtimeId)
    const copy = known ?? createQueueCopy(row)
    if (known?.sequence === sequence) return
    const { rows: changes } = await statements.selectChanges(reader, showtimeId, copy.sequence)
    for (const change of changes) {
      copy.apply(change)
      // A change may be read that was made after the row of the queue was read.
      copy.sequence = Math.max(copy.sequence, change.changed)
    }
    if (!known) {
      const times = await statements.selectTurnTimes(reader, showtimeId, row.now - RATE_PERIOD_MS)
      copy.setTurnTimes(times.rows.map(({ turn_at }) => turn_at))
    }
    copy.sequence = Math.max(copy.sequence, sequence)
    copy.setQueue(row)
    copies.set(showtimeId, copy)
    for (const change of changes) for (const listen of listeners) listen(showtimeId, change)
  }

  const refreshQuietly = () => void refresh().catch(() => undefined)
  events.on('queueChanged', refreshQuietly).on('remoteQueueChanged', refreshQuietly)

  function view(
    copy: QueueCopy,
    { position, isHolding }: { position: ViewedPosition | undefined; isHolding: boolean },
  ) {
    const queue = copy.queue()
    const moment = now()
    return viewPosition({
      queue,
      position,
      now: moment,
      isHolding,
      aheadOf: copy.aheadOf,
      estimate: (ahead) =>
        estimateWait({
          ahead,
          turns: copy.countTurnsSince(moment - RATE_PERIOD_MS),
          givenForMs: moment - openedAt(queue),
        }),
    })
  }

  /** Where a visitor stands. Reads the position from the database. */
  async function findPosition(owner: PositionOwner, isHolding: boolean) {
    if (!copies.has(owner.showtimeId)) return positionWithoutQueue(owner.showtimeId)
    const [, { rows }] = await Promise.all([
      refresh(),
      statements.selectPositionsOf(reader, owner.showtimeId, ownersOf(owner)),
    ])
    const copy = copies.get(owner.showtimeId)
    if (!copy) return positionWithoutQueue(owner.showtimeId)
    return view(copy, { position: bestOf(rows), isHolding })
  }

  const findTurn = (owner: PositionOwner) =>
    copies
      .get(owner.showtimeId)
      ?.turns.values()
      .find((turn) => isPositionOf(turn, owner) && hasActiveTurn(turn, now()))

  return {
    /** Whether a showtime has a queue: one look-up in memory. */
    has: (showtimeId: string) => copies.has(showtimeId),
    refresh,
    copies: copies as ReadonlyMap<string, QueueCopy>,
    view,
    findPosition,
    joins: createJoinBatches(),
    /** Calls `listen` for each position that has changed. */
    onChange: (listen: (showtimeId: string, change: PositionCopy) => void) => {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    /** Throws QUEUE with the position of a visitor who has no turn. */
    async assertTurn(owner: PositionOwner) {
      if (findTurn(owner)) return
      // Another node may have given the turn.
      const position: QueuePosition = await findPosition(owner, false)
      if (position.state === 'open' || position.state === 'turn') return
      throw queued(position)
    },
  }
}

/** Since when turns are given. */
export const openedAt = ({ shuffled_at, opens_at, started_at }: QueueRow) =>
  shuffled_at ?? opens_at ?? started_at

export const ownersOf = ({ visitorId, userId, mailbox }: PositionOwner): statements.Owners => ({
  visitors: [visitorId],
  userIds: userId === null ? [] : [userId],
  mailboxes: mailbox === null ? [] : [mailbox],
})
