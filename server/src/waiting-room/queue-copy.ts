import type { QueuePositionRow, QueueRow } from '../database/schema.ts'

const INITIAL_NUMBERS = 1024

/** What a node keeps of a position that has not ended. */
export type PositionCopy = Omit<
  QueuePositionRow,
  'showtime_id' | 'address' | 'has_held' | 'mailed_at'
>

/** Whose position it is: a visitor's, and that of the account that is signed in there. */
export interface PositionOwner {
  visitorId: string
  userId: string | null
  /** The key of the confirmed email of the account. */
  mailbox: string | null
}

const OWNER_COLUMNS = ['visitor', 'user_id', 'mailbox'] as const

export type QueueCopy = ReturnType<typeof createQueueCopy>

/**
 * What a node keeps of a queue: the positions that have not ended, and five bytes for each number. It follows the queue by the changes after a
 * sequence.
 */
export function createQueueCopy(initial: QueueRow) {
  let queue = initial
  /** By number: 1 for a position that waits. */
  let isWaiting = new Uint8Array(INITIAL_NUMBERS)
  /** By number: how many with a lower number wait. */
  let ahead = new Uint32Array(INITIAL_NUMBERS)
  let isAheadCurrent = true
  let highest = 0
  let turnTimes: number[] = []
  const positions = new Map<string, PositionCopy>()
  const byOwner = {
    visitor: new Map<string, PositionCopy>(),
    user_id: new Map<string, PositionCopy>(),
    mailbox: new Map<string, PositionCopy>(),
  }

  function grow(number: number) {
    if (number < isWaiting.length) return
    const size = Math.max(2 * isWaiting.length, number + 1)
    const waiting = new Uint8Array(size)
    waiting.set(isWaiting)
    isWaiting = waiting
    ahead = new Uint32Array(size)
  }

  function apply(change: PositionCopy) {
    const { id, number, turn_at: turnAt, ended_at: endedAt } = change
    if (number !== null) {
      grow(number)
      highest = Math.max(highest, number)
      isWaiting[number] = Number(turnAt === null && endedAt === null)
      isAheadCurrent = false
    }
    const known = positions.get(id)
    if (known) forget(known)
    if (endedAt !== null) return
    if (turnAt !== null && known?.turn_at == null) turnTimes.push(turnAt)
    positions.set(id, change)
    for (const column of OWNER_COLUMNS) {
      const key = change[column]
      if (key !== null) byOwner[column].set(key, change)
    }
  }

  /** A visitor or an account may have another position already: the changes of a transaction come in any order. */
  function forget(position: PositionCopy) {
    positions.delete(position.id)
    for (const column of OWNER_COLUMNS) {
      const key = position[column]
      if (key !== null && byOwner[column].get(key) === position) byOwner[column].delete(key)
    }
  }

  function countAhead() {
    let waiting = 0
    for (let number = 0; number <= highest; number += 1) {
      ahead[number] = waiting
      waiting += isWaiting[number] ?? 0
    }
    ahead[highest + 1] = waiting
    isAheadCurrent = true
  }

  return {
    /** The row as it was last read. */
    queue: () => queue,
    /** The changes up to this sequence are known. */
    sequence: 0,
    setQueue: (row: QueueRow) => {
      queue = row
    },
    setTurnTimes: (times: number[]) => {
      turnTimes = times
    },
    apply,
    /** How many wait before the position with this number. */
    aheadOf(number: number) {
      grow(highest + 1)
      if (!isAheadCurrent) countAhead()
      return ahead[Math.min(number, highest + 1)] ?? 0
    },
    /** How many have a number and wait. */
    countWaiting() {
      return this.aheadOf(Number.MAX_SAFE_INTEGER)
    },
    /** The positions that have a turn. */
    turns: () => positions.values().filter(({ turn_at }) => turn_at !== null),
    /** The positions of a visitor and of an account. They may have several until the visitor joins. */
    positionsOf({ visitorId, userId, mailbox }: PositionOwner) {
      const own = new Set<PositionCopy>()
      const add = (position: PositionCopy | undefined) => position && own.add(position)
      add(byOwner.visitor.get(visitorId))
      if (userId !== null) add(byOwner.user_id.get(userId))
      if (mailbox !== null) add(byOwner.mailbox.get(mailbox))
      return [...own]
    },
    /** The number of turns that were given since a moment. Forgets those before. */
    countTurnsSince(moment: number) {
      const first = turnTimes.findIndex((time) => time >= moment)
      turnTimes = first === -1 ? [] : turnTimes.slice(first)
      return turnTimes.length
    },
  }
}
