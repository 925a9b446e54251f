import { isTimeout } from '../database/error-kinds.ts'
import { unavailable } from '../errors.ts'

/** When a batch has this many requests, further partitions go into the next batch, which runs concurrently. */
const PREFERRED_BATCH = 16
const MAX_WAITING = 20_000
const MAX_WAITING_PER_ORDER_KEY = 1000
/** The time limit of a request that waits for its turn or its locks. A batch that has begun has a time limit of its own. */
const MAX_WAIT_MS = 5000

/** The result of each request, or the error that refuses it. */
export type Outcomes<Request, Result> = Map<Request, Result | Error>

interface Job<Request, Result> {
  /** Jobs of one operation may share a batch. */
  operation: {
    maxBatch: number
    /** The partition of a request is in one batch at a time. A batch takes whole partitions. */
    partitionOf: (request: Request) => string
    /** Requests with a common order key are done one after another, in order of arrival, whatever their operation. */
    orderKeysOf: (request: Request) => string[]
    /** Requests with a common exclusive key may share a batch, but are never in two batches at the same time. */
    exclusiveKeysOf?: (request: Request) => string[]
  }
  request: Request
  writeTogether: (requests: Request[]) => Promise<Outcomes<Request, Result>>
  /** Called for a request to which `writeTogether` gave no outcome. */
  writeAlone: (request: Request, isExpired: () => boolean) => Promise<Result>
}

interface Entry extends PromiseWithResolvers<unknown> {
  job: Job<unknown, unknown>
  partition: string
  orderKeys: string[]
  exclusiveKeys: string[]
  /** Monotonic time in milliseconds. */
  enqueuedAt: number
  /** Refused already, because the request waited longer than `maxWaitMs`. */
  isExpired: boolean
}

interface QueueOptions {
  concurrency: number
  maxWaitMs?: number
}

/**
 * Forms batches of the requests that wait. A batch has one operation. Returns `enqueue`, which throws UNAVAILABLE when too many wait, or
 * one waits too long. When the database does not answer a batch in time, all requests that wait are refused as well: each of them would wait
 * as long.
 */
export function createBatchQueue({ concurrency, maxWaitMs = MAX_WAIT_MS }: QueueOptions) {
  let waiting: Entry[] = []
  const waitingByOrderKey = new Map<string, number>()
  const busyPartitions = new Set<string>()
  const busyExclusiveKeys = new Set<string>()
  const busyOrderKeys = new Set<string>()
  let running = 0
  let isScheduled = false

  async function enqueue<Request, Result>(job: Job<Request, Result>): Promise<Result> {
    const { operation, request } = job
    const entry: Entry = {
      job: job as unknown as Job<unknown, unknown>,
      partition: operation.partitionOf(request),
      orderKeys: operation.orderKeysOf(request),
      exclusiveKeys: operation.exclusiveKeysOf?.(request) ?? [],
      enqueuedAt: performance.now(),
      isExpired: false,
      ...Promise.withResolvers<unknown>(),
    }
    assertNotFull(entry)
    waiting.push(entry)
    countWaiting(entry, 1)
    schedule()
    return entry.promise as Promise<Result>
  }

  const remainingMs = ({ enqueuedAt }: Entry) => enqueuedAt + maxWaitMs - performance.now()

  function refuseWaiting(entries = waiting) {
    if (entries.length === 0) return
    const refused = new Set(entries)
    waiting = waiting.filter((entry) => !refused.has(entry))
    for (const entry of refused) {
      countWaiting(entry, -1)
      entry.reject(unavailable())
    }
  }

  /** Refuses the requests that have waited too long, for example behind others of their holder. They wait in order of arrival. */
  function refuseLate() {
    const firstInTime = waiting.findIndex((entry) => remainingMs(entry) > 0)
    refuseWaiting(firstInTime === -1 ? waiting : waiting.slice(0, firstInTime))
  }

  function assertNotFull({ orderKeys }: Entry) {
    const isFull = (key: string) => (waitingByOrderKey.get(key) ?? 0) >= MAX_WAITING_PER_ORDER_KEY
    if (waiting.length >= MAX_WAITING || orderKeys.some(isFull)) throw unavailable()
  }

  function countWaiting({ orderKeys }: Entry, change: number) {
    for (const key of orderKeys) {
      const count = (waitingByOrderKey.get(key) ?? 0) + change
      if (count > 0) waitingByOrderKey.set(key, count)
      else waitingByOrderKey.delete(key)
    }
  }

  /** Collects the requests of one turn of the event loop. */
  function schedule() {
    if (!isScheduled) setImmediate(start)
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

  function takeBatch() {
    const candidates = readyEntries()
    const operation = candidates[0]?.job.operation
    if (!operation) return []
    const { maxBatch } = operation
    const enough = concurrency > 1 ? PREFERRED_BATCH : maxBatch
    const batch: Entry[] = []
    const sameOperation = candidates.filter(({ job }) => job.operation === operation)
    for (const entries of Map.groupBy(sameOperation, ({ partition }) => partition).values()) {
      if (batch.length < enough) batch.push(...entries.slice(0, maxBatch - batch.length))
    }
    const taken = new Set(batch)
    waiting = waiting.filter((entry) => !taken.has(entry))
    for (const entry of batch) countWaiting(entry, -1)
    return batch
  }

  /** Returns the entries that may start now: no earlier entry with a common order key waits or runs, and their partition and exclusive keys are idle. */
  function readyEntries() {
    const earlierOrderKeys = new Set(busyOrderKeys)
    return waiting.filter(({ orderKeys, partition, exclusiveKeys }) => {
      const isFirst = !orderKeys.some((key) => earlierOrderKeys.has(key))
      for (const key of orderKeys) earlierOrderKeys.add(key)
      const isIdle = !exclusiveKeys.some((key) => busyExclusiveKeys.has(key))
      return isFirst && isIdle && !busyPartitions.has(partition)
    })
  }

  async function runBatch(batch: Entry[]) {
    const partitions = new Set(batch.map(({ partition }) => partition))
    for (const partition of partitions) busyPartitions.add(partition)
    for (const key of batch.flatMap(({ orderKeys }) => orderKeys)) busyOrderKeys.add(key)
    const exclusiveKeys = new Set(batch.flatMap((entry) => entry.exclusiveKeys))
    for (const key of exclusiveKeys) busyExclusiveKeys.add(key)
    running += 1
    const [{ job }] = batch as [Entry]
    const outcomes = await job
      .writeTogether(batch.map(({ job: { request } }) => request))
      .catch((error: Error) => new Map(batch.map(({ job: { request } }) => [request, error])))
    if ([...outcomes.values()].some(isTimeout)) refuseWaiting()
    for (const entry of batch) settle(entry, outcomes)
    running -= 1
    for (const partition of partitions) busyPartitions.delete(partition)
    for (const key of exclusiveKeys) busyExclusiveKeys.delete(key)
    start()
  }

  function settle(entry: Entry, outcomes: Outcomes<unknown, unknown>) {
    const { request, writeAlone } = entry.job
    if (!outcomes.has(request)) {
      const timer = setTimeout(() => expire(entry), remainingMs(entry))
      writeAlone(request, () => entry.isExpired)
        .then(entry.resolve, entry.reject)
        .finally(() => {
          clearTimeout(timer)
          releaseOrderKeys(entry)
          schedule()
        })
      return
    }
    const outcome = outcomes.get(request)
    releaseOrderKeys(entry)
    if (outcome instanceof Error) entry.reject(outcome)
    else entry.resolve(outcome)
  }

  function expire(entry: Entry) {
    entry.isExpired = true
    entry.reject(unavailable())
  }

  function releaseOrderKeys({ orderKeys }: Entry) {
    for (const key of orderKeys) busyOrderKeys.delete(key)
  }

  return enqueue
}
