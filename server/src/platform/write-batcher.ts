import { isForeignKeyViolation, isTransientError } from '../database/error-kinds.ts'
import { lockNames, tryLockMany } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'
import {
  awaitAll,
  type Database,
  inTransaction,
  maxConcurrentWriters,
} from '../database/transaction.ts'
import { unavailable } from '../errors.ts'
import { createBatchQueue, type Outcomes } from './batch-queue.ts'
import { createSemaphore } from './semaphore.ts'

/** Each further attempt follows a transaction of another node that came in between. */
const MAX_ATTEMPTS = 5
/** A request that waits for a lock occupies a database connection. */
const LOCK_WAITERS = { concurrency: 1, maxQueued: 1000 }

/** Thrown by `write` when another transaction has changed what it writes. The batch is rolled back and retried. */
export const WRITE_CONFLICT = new Error('write conflict')

/** One transaction for several requests. */
export interface Batch<Request> {
  tx: Db
  requests: Request[]
  /** The requests whose locks are acquired. The others are left out of this transaction. */
  lockedRequests: Promise<Request[]>
  /** The first attempt may write without waiting for the locks. It is rolled back if it wrote a request whose lock is busy. */
  isFirstAttempt: boolean
  /** Adds a statement that is sent together with the commit. The batch is rolled back if it fails. */
  withCommit: (statement: Promise<unknown>) => void
}

/** How the requests of one kind are written. */
export interface BatchOperation<Ctx, Request, Answer> {
  /** A durable batch is on disk before its requests are answered. */
  durable: boolean
  maxBatch: number
  /** A partition is in one batch at a time, so batches do not wait for each other in the database. */
  partitionOf: (request: Request) => string
  /** Requests with a common key are done one after another, in order of arrival, whatever their operation. */
  orderKeysOf: (request: Request) => string[]
  /** No two transactions, on any node, hold the same lock. */
  lockNamesOf: (request: Request) => string[]
  /** Returns the outcome of each request that it could write. Throws WRITE_CONFLICT. */
  write: (ctx: Ctx, batch: Batch<Request>) => Promise<Outcomes<Request, Answer>>
  /** Returns why requests could not be written. A request without a reason is retried. */
  explain: (ctx: Ctx, requests: Request[]) => Promise<Outcomes<Request, never>>
}

export type WriteBatcher<Ctx extends { db: Database }> = ReturnType<typeof createWriteBatcher<Ctx>>

/** Writes requests that arrive while the database is busy in one transaction. README.md explains how. */
export function createWriteBatcher<Ctx extends { db: Database }>(db: Database) {
  const enqueue = createBatchQueue({ concurrency: maxConcurrentWriters(db) })
  const lockSemaphore = createSemaphore(LOCK_WAITERS)

  /** Resolves after the commit. Throws UNAVAILABLE when too many requests wait. */
  function submit<Request, Answer>(
    ctx: Ctx,
    operation: BatchOperation<Ctx, Request, Answer>,
    request: Request,
  ): Promise<Answer> {
    return enqueue<Request, Answer>({
      operation,
      request,
      writeTogether: (requests) => writeTogether(ctx, operation, requests),
      writeAlone: (queued) => lockSemaphore(() => writeAlone(ctx, operation, queued)),
    })
  }
  return { submit }
}

type Lock<Request> = (tx: Db, requests: Request[]) => Promise<Request[]>

/**
 * Returns the outcomes. Leaves out the requests that have to be written alone: those whose locks are busy on another node, and all
 * that remain when one of them makes a statement fail.
 */
async function writeTogether<Ctx extends { db: Database }, Request, Answer>(
  ctx: Ctx,
  operation: BatchOperation<Ctx, Request, Answer>,
  requests: Request[],
): Promise<Outcomes<Request, Answer>> {
  const tryLock: Lock<Request> = async (tx, all) => {
    const busy = await tryLockMany(tx, all.map(operation.lockNamesOf))
    return all.filter((_, n) => !busy.has(n))
  }
  const outcomes: Outcomes<Request, Answer> = new Map()
  try {
    await writeWithRetries(ctx, { ...operation, requests, lock: tryLock, outcomes })
  } catch (error) {
    if (isTransientError(error) && !isForeignKeyViolation(error)) {
      for (const request of requests) {
        if (!outcomes.has(request)) outcomes.set(request, error as Error)
      }
    }
  }
  return outcomes
}

async function writeAlone<Ctx extends { db: Database }, Request, Answer>(
  ctx: Ctx,
  operation: BatchOperation<Ctx, Request, Answer>,
  request: Request,
): Promise<Answer> {
  const waitForLock: Lock<Request> = async (tx, all) => {
    await lockNames(tx, all.flatMap(operation.lockNamesOf))
    return all
  }
  const outcomes: Outcomes<Request, Answer> = new Map()
  await writeWithRetries(ctx, { ...operation, requests: [request], lock: waitForLock, outcomes })
  const outcome = outcomes.get(request)
  if (outcome instanceof Error) throw outcome
  return outcome as Answer
}

interface Task<Ctx, Request, Answer> extends BatchOperation<Ctx, Request, Answer> {
  requests: Request[]
  lock: Lock<Request>
  /** Filled with every outcome as soon as it is final. */
  outcomes: Outcomes<Request, Answer>
}

async function writeWithRetries<Ctx extends { db: Database }, Request, Answer>(
  ctx: Ctx,
  task: Task<Ctx, Request, Answer>,
) {
  const { requests, outcomes, explain } = task
  const add = (some: Outcomes<Request, Answer>) => {
    for (const [request, outcome] of some) outcomes.set(request, outcome)
  }
  const withoutOutcome = (some: Request[]) => some.filter((request) => !outcomes.has(request))

  let pending = requests
  for (let attempt = 0; attempt < MAX_ATTEMPTS && pending.length > 0; attempt += 1) {
    const isFirstAttempt = attempt === 0
    const { locked, written } = await writeOnce(ctx, { ...task, requests: pending, isFirstAttempt })
    add(written)
    pending = withoutOutcome(locked)
    if (pending.length > 0) add(await explain(ctx, pending))
    pending = withoutOutcome(pending)
  }
  for (const request of pending) outcomes.set(request, unavailable())
}

interface Attempt<Ctx, Request, Answer> extends Task<Ctx, Request, Answer> {
  isFirstAttempt: boolean
}

/** Writes in one transaction. After a write conflict nothing is written. */
async function writeOnce<Ctx extends { db: Database }, Request, Answer>(
  ctx: Ctx,
  { requests, isFirstAttempt, durable, lock, write }: Attempt<Ctx, Request, Answer>,
) {
  try {
    return await inTransaction(ctx.db, { durable }, async (tx, withCommit) => {
      const lockedRequests = lock(tx, requests)
      const writing = write(ctx, { tx, requests, lockedRequests, isFirstAttempt, withCommit })
      const [locked, written] = await awaitAll([lockedRequests, writing])
      assertLocked(requests, locked, written)
      return { locked, written }
    })
  } catch (error) {
    if (error !== WRITE_CONFLICT) throw error
    return { locked: requests, written: new Map() as Outcomes<Request, Answer> }
  }
}

function assertLocked<Request>(
  requests: Request[],
  locked: Request[],
  written: Map<Request, unknown>,
) {
  if (locked.length === requests.length) return
  const lockedSet = new Set(locked)
  if (requests.some((request) => !lockedSet.has(request) && written.has(request)))
    throw WRITE_CONFLICT
}
