import type { EventEmitter } from 'node:events'
import type { ContextEvents } from '../context-events.ts'
import type { Db, QueueRow } from '../database/schema.ts'
import { queued } from '../errors.ts'
import { createJoinBatches } from './join-batches.ts'
import { hasActiveTurn, positionWithoutQueue, viewPosition } from './position-view.ts'
import { createQueueCopy, type PositionOwner, type QueueCopy } from './queue-copy.ts'
import { estimateWait, RATE_PERIOD_MS } from './rules/estimate.ts'
import { bestFirst } from './rules/plan-joins.ts'
import * as statements from './waiting-room.sql.ts'

export interface OwnerAtShowtime extends PositionOwner {
  showtimeId: string
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
  }

  const refreshQuietly = () => void refresh().catch(() => undefined)
  events.on('queueChanged', refreshQuietly).on('remoteQueueChanged', refreshQuietly)

  /** The positions of a visitor and account, as far as this node knows. The first one counts. */
  const positionsOf = (owner: OwnerAtShowtime) =>
    bestFirst(copies.get(owner.showtimeId)?.positionsOf(owner) ?? [])

  /** Where a visitor stands, as far as this node knows. `isHolding`: the visitor holds places at the showtime. */
  function view(owner: OwnerAtShowtime, isHolding: boolean) {
    const copy = copies.get(owner.showtimeId)
    if (!copy) return positionWithoutQueue(owner.showtimeId)
    const queue = copy.queue()
    const moment = now()
    return viewPosition({
      queue,
      position: positionsOf(owner)[0],
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

  const hasTurn = (owner: OwnerAtShowtime) =>
    positionsOf(owner).some((position) => hasActiveTurn(position, now()))

  return {
    /** Whether a showtime has a queue: one look-up in memory. */
    has: (showtimeId: string) => copies.has(showtimeId),
    refresh,
    copies: copies as ReadonlyMap<string, QueueCopy>,
    positionsOf,
    view,
    joins: createJoinBatches(),
    /** Throws QUEUE with the position of a visitor who has no turn. */
    async assertTurn(owner: OwnerAtShowtime) {
      if (hasTurn(owner)) return
      // Another node may have given the turn.
      await refresh()
      if (!copies.has(owner.showtimeId) || hasTurn(owner)) return
      throw queued(view(owner, false))
    },
  }
}

/** Since when turns are given. */
export const openedAt = ({ shuffled_at, opens_at, started_at }: QueueRow) =>
  shuffled_at ?? opens_at ?? started_at
