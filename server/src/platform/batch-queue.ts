import { unavailable } from '../errors.ts'

/** Commands of one transaction. All of them are answered together: a larger batch increases latency. */
const MAX_BATCH = 256
/** Commands of one aggregate in a transaction, so that the others need not wait for a popular one. */
const MAX_PER_AGGREGATE = 128
const MAX_WAITING = 20_000
/** The time limit of a command that waits for its turn. A transaction that has begun has a time limit of its own. */
const MAX_WAIT_MS = 5000

/** What waits for its transaction. */
export interface Waiting {
  /** The aggregates. Two transactions of a node never have the same one. */
  ids: readonly string[]
  /** It has a transaction of its own. */
  isAlone: boolean
  /** It may wait for a lock in its transaction. There is one at a time, so that commands have the other transactions. */
  isLong: boolean
  reject: (error: Error) => void
}

interface QueueOptions<Entry> {
  /** How many batches run at a time. */
  concurrency: number
  /** Milliseconds of a clock that is never set. */
  monotonicNow: () => number
  /** Calls a function in the next turn of the event loop. */
  schedule: (start: () => void) => void
  /** Runs the commands of a transaction. Never rejects. */
  run: (batch: readonly Entry[]) => Promise<void>
}

/** Commands wait in order of arrival, for those of one turn of the event loop to be together, and for the transaction that has their aggregates. */
export function createBatchQueue<Entry extends Waiting>({
  concurrency,
  monotonicNow,
  schedule,
  run,
}: QueueOptions<Entry>) {
  let waiting: { entry: Entry; since: number }[] = []
  const busyIds = new Set<string>()
  let running = 0
  let isLongRunning = false
  let isScheduled = false

  /** Throws UNAVAILABLE when too many wait. */
  function add(entry: Entry) {
    if (waiting.length >= MAX_WAITING) throw unavailable()
    waiting.push({ entry, since: monotonicNow() })
    if (!isScheduled) schedule(start)
    isScheduled = true
  }

  function start() {
    isScheduled = false
    refuseLate()
    while (running < concurrency) {
      const batch = takeBatch()
      if (batch.length === 0) return
      void runBatch(batch)
    }
  }

  /** Refuses the commands that have waited too long. */
  function refuseLate() {
    const oldest = monotonicNow() - MAX_WAIT_MS
    const firstInTime = waiting.findIndex(({ since }) => since > oldest)
    if (firstInTime !== 0) refuse(firstInTime === -1 ? waiting.length : firstInTime)
  }

  /** Refuses the first commands that wait. */
  function refuse(count: number) {
    const refused = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const { entry } of refused) entry.reject(unavailable())
  }

  /** The first commands whose aggregates no other transaction has and no earlier command waits for. */
  function takeBatch() {
    const batch = new Set<Entry>()
    const counts = new Map<string, number>()
    const passedOver = new Set<string>()
    const isBlocked = (id: string) =>
      busyIds.has(id) || passedOver.has(id) || (counts.get(id) ?? 0) >= MAX_PER_AGGREGATE
    for (const { entry } of waiting) {
      const { ids, isAlone, isLong } = entry
      const mustWait = isAlone && (batch.size > 0 || (isLong && isLongRunning))
      if (mustWait || ids.some(isBlocked)) {
        for (const id of ids) passedOver.add(id)
        continue
      }
      batch.add(entry)
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
      if (isAlone || batch.size === MAX_BATCH) break
    }
    if (batch.size > 0) waiting = waiting.filter(({ entry }) => !batch.has(entry))
    return [...batch]
  }

  async function runBatch(batch: readonly Entry[]) {
    const ids = batch.flatMap((entry) => entry.ids)
    const hasLong = batch.some(({ isLong }) => isLong)
    for (const id of ids) busyIds.add(id)
    running += 1
    if (hasLong) isLongRunning = true
    await run(batch)
    running -= 1
    if (hasLong) isLongRunning = false
    for (const id of ids) busyIds.delete(id)
    start()
  }

  return {
    add,
    /** Refuses all that wait with UNAVAILABLE. */
    refuseAll: () => refuse(waiting.length),
  }
}
