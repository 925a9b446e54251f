import { type ApiError, isTemporaryError } from './api.ts'

/** Visitors wait no longer for an attempt that they have not asked for: they are shown the error. */
const MAX_WAIT_MS = 15_000
const MAX_DELAY_MS = 30_000

/**
 * Whether a request that may be repeated is sent again after so many failures: the server cannot be reached, has failed, or is busy. A refusal is
 * final, also one that asks for a proof of work or a turn. The one rule for all reads, and for writes that change nothing more when they are repeated.
 */
export const shouldRetry = (failures: number, error: Error) =>
  isTemporaryError(error) &&
  !/CHALLENGE|QUEUE/.test((error as ApiError).code) &&
  waitMs(error) <= MAX_WAIT_MS &&
  failures < (isBusy(error) ? 3 : 2)

/**
 * Milliseconds until the next attempt: what the server has asked for in `Retry-After`, twice as long after each failure, and up to half as long again at
 * random, so that browsers that were refused together do not come back together. `error`: undefined if an event of the socket was refused.
 */
export const retryDelay = (failures: number, error?: Error) =>
  Math.min(MAX_DELAY_MS, waitMs(error) * 2 ** failures) * (1 + Math.random() / 2)

/** A busy server that does not say so is left alone for two seconds. */
const waitMs = (error: Error | undefined) =>
  (error as ApiError | undefined)?.details?.retryAfterMs ?? (isBusy(error) ? 2_000 : 1_000)

const isBusy = (error: Error | undefined) =>
  !error || [429, 503].includes((error as ApiError).status)
