import type { QueuePositionRow, QueueRow } from '../database/schema.ts'

const INITIAL_NUMBERS = 1024

/** What a node keeps of a position. */
export type PositionCopy = Omit<
  QueuePositionRow,
  'showtime_id' | 'address' | 'joined_at' | 'has_held' | 'mailed_at'
>

export type QueueCopy = ReturnType<typeof createQueueCopy>

/**
 * What a node keeps of a queue: the numbers that still wait, five bytes each, and the turns. It follows the queue by the changes after a
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
  const turns = new Map<string, PositionCopy>()

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
    if (turnAt === null) return
    if (!turns.has(id) && endedAt === null) turnTimes.push(turnAt)
    if (endedAt === null) turns.set(id, change)
    else turns.delete(id)
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
    turns,
    /** The number of turns that were given since a moment. Forgets those before. */
    countTurnsSince(moment: number) {
      const first = turnTimes.findIndex((time) => time >= moment)
      turnTimes = first === -1 ? [] : turnTimes.slice(first)
      return turnTimes.length
    },
  }
}
