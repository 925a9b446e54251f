import { isTransientError } from '../database/error-kinds.ts'
import type { Db } from '../database/schema.ts'
import {
  awaitAll,
  type Database,
  inTransaction,
  maxConcurrentWriters,
} from '../database/transaction.ts'
import { unavailable } from '../errors.ts'
import { type AcquireLocks, tryLocks, waitForLocks, wroteWithoutLock } from './batch-locks.ts'
import { createBatchQueue, type Outcomes } from './batch-queue.ts'
import { createSemaphore } from './semaphore.ts'

/** A retry is needed only after another node has committed a conflicting transaction. */
const MAX_ATTEMPTS = 5
/** How many requests of this node wait for a lock at a time. Each occupies a database connection. */
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
  /** Adds a statement that is sent together with the commit. The batch is rolled back if the statement fails. */
  withCommit: (statement: Promise<unknown>) => void
}

/** How the requests of one kind are written. */
export interface BatchOperation<Ctx, Request, Result> {
  /** A durable batch is on disk before its requests are answered. */
  durable: boolean
  maxBatch: number
  /** The partition of a request is in one batch at a time, so that batches do not wait for each other in the database. */
  partitionOf: (request: Request) => string
  /** Requests with a common order key are done one after another, in order of arrival, whatever their operation. */
  orderKeysOf: (request: Request) => string[]
  /** Requests with a common exclusive key may share a batch, but are never in two batches at the same time. */
  exclusiveKeysOf?: (request: Request) => string[]
  /** The locks of a request. No two transactions, on any node, hold the same lock (batch-locks.ts). */
  lockNamesOf: (request: Request) => string[]
  /** Returns the outcome of each request that it could write. Throws WRITE_CONFLICT. */
  write: (ctx: Ctx, batch: Batch<Request>) => Promise<Outcomes<Request, Result>>
  /** Returns why requests could not be written. A request without a reason is retried. */
  explain: (ctx: Ctx, requests: Request[]) => Promise<Outcomes<Request, never>>
}

export type WriteBatcher<Ctx extends { db: Database }> = ReturnType<typeof createWriteBatcher<Ctx>>

/** Collects requests while the database is busy and writes them in one transaction (README.md in this folder). */
export function createWriteBatcher<Ctx extends { db: Database }>(db: Database) {
  const enqueue = createBatchQueue({ concurrency: maxConcurrentWriters(db) })
  const lockSemaphore = createSemaphore(LOCK_WAITERS)
  let pending = 0

  /** Resolves after the commit. Throws UNAVAILABLE when too many requests wait, or a lock is held too long. */
  async function submit<Request, Result>(
    ctx: Ctx,
    operation: BatchOperation<Ctx, Request, Result>,
    request: Request,
  ): Promise<Result> {
    pending += 1
    try {
      return await enqueue<Request, Result>({
        operation,
        request,
        writeTogether: (requests) => writeTogether(ctx, operation, requests),
        writeAlone: (queued, isExpired) =>
          lockSemaphore(async () => {
            if (isExpired()) throw unavailable()
            return writeAlone(ctx, operation, queued)
          }),
      })
    } finally {
      pending -= 1
    }
  }
  /** `pending` returns how many requests wait for their commit. */
  return { submit, pending: () => pending }
}

/**
 * Returns the outcomes. Leaves out the requests that have to be written alone: those whose locks are busy on another node, and all
 * that remain when one of them makes a statement fail.
 */
async function writeTogether<Ctx extends { db: Database }, Request, Result>(
  ctx: Ctx,
  operation: BatchOperation<Ctx, Request, Result>,
  requests: Request[],
): Promise<Outcomes<Request, Result>> {
  const acquireLocks = tryLocks(operation.lockNamesOf)
  const outcomes: Outcomes<Request, Result> = new Map()
  try {
    await writeWithRetries(ctx, { ...operation, requests, acquireLocks, outcomes })
  } catch (error) {
    if (isTransientError(error)) {
      for (const request of requests) {
        if (!outcomes.has(request)) outcomes.set(request, error as Error)
      }
    }
  }
  return outcomes
}

async function writeAlone<Ctx extends { db: Database }, Request, Result>(
  ctx: Ctx,
  operation: BatchOperation<Ctx, Request, Result>,
  request: Request,
): Promise<Result> {
  const acquireLocks = waitForLocks(operation.lockNamesOf)
  const outcomes: Outcomes<Request, Result> = new Map()
  await writeWithRetries(ctx, { ...operation, requests: [request], acquireLocks, outcomes })
  const outcome = outcomes.get(request)
  if (outcome instanceof Error) throw outcome
  return outcome as Result
}

interface Task<Ctx, Request, Result> extends BatchOperation<Ctx, Request, Result> {
  requests: Request[]
  acquireLocks: AcquireLocks<Request>
  /** Filled with every outcome as soon as it is final. */
  outcomes: Outcomes<Request, Result>
}

async function writeWithRetries<Ctx extends { db: Database }, Request, Result>(
  ctx: Ctx,
  task: Task<Ctx, Request, Result>,
) {
  const { requests, outcomes, explain } = task
  const add = (some: Outcomes<Request, Result>) => {
    for (const [request, outcome] of some) outcomes.set(request, outcome)
  }
  const withoutOutcome = (some: Request[]) => some.filter((request) => !outcomes.has(request))

  let pending = requests
  for (let attempt = 0; attempt < MAX_ATTEMPTS && pending.length > 0; attempt += 1) {
    const isFirstAttempt = attempt === 0
    const { locked, written } = await writeOnce(ctx, { ...task, requests: pending, isFirstAttempt })
    add(written)
    // Requests without their locks are not retried here: they get no outcome, and the batch queue writes them alone.
    pending = withoutOutcome(locked)
    if (pending.length > 0) add(await explain(ctx, pending))
    pending = withoutOutcome(pending)
  }
  for (const request of pending) outcomes.set(request, unavailable())
}

interface Attempt<Ctx, Request, Result> extends Task<Ctx, Request, Result> {
  isFirstAttempt: boolean
}

/** Writes in one transaction. After a write conflict nothing is written. */
async function writeOnce<Ctx extends { db: Database }, Request, Result>(
  ctx: Ctx,
  { requests, isFirstAttempt, durable, acquireLocks, write }: Attempt<Ctx, Request, Result>,
) {
  try {
    return await inTransaction(ctx.db, { durable }, async (tx, withCommit) => {
      const lockedRequests = acquireLocks(tx, requests)
      const writing = write(ctx, { tx, requests, lockedRequests, isFirstAttempt, withCommit })
      const [locked, written] = await awaitAll([lockedRequests, writing])
      if (wroteWithoutLock(written, locked)) throw WRITE_CONFLICT
      return { locked, written }
    })
  } catch (error) {
    if (error !== WRITE_CONFLICT) throw error
    return { locked: requests, written: new Map() as Outcomes<Request, Result> }
  }
}
