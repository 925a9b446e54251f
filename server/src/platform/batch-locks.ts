import { lockNames, tryLockMany } from '../database/locks.ts'
import type { Db } from '../database/schema.ts'

// The locks between nodes. README.md describes the protocol.

/** Acquires the locks of requests until the transaction ends. Returns the requests whose locks are acquired. */
export type AcquireLocks<Request> = (tx: Db, requests: Request[]) => Promise<Request[]>

type LockNamesOf<Request> = (request: Request) => readonly string[]

/** For a batch: does not wait, and leaves out the requests with a lock that another node has. */
export const tryLocks =
  <Request>(lockNamesOf: LockNamesOf<Request>): AcquireLocks<Request> =>
  async (tx, requests) => {
    const busy = await tryLockMany(tx, requests.map(lockNamesOf))
    return requests.filter((_, index) => !busy.has(index))
  }

/** For a request that is written alone: waits for each of its locks. */
export const waitForLocks =
  <Request>(lockNamesOf: LockNamesOf<Request>): AcquireLocks<Request> =>
  async (tx, requests) => {
    await lockNames(tx, requests.flatMap(lockNamesOf))
    return requests
  }

/** Returns whether a request was written without its locks. Such a transaction must be rolled back. */
export function wroteWithoutLock<Request>(
  written: Map<Request, unknown>,
  locked: readonly Request[],
) {
  const lockedRequests = new Set(locked)
  return written.keys().some((request) => !lockedRequests.has(request))
}
