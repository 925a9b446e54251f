import { ApiError, isTemporaryError } from './api.ts'

const MAX_RETRIES = 2
/** The server is busy for a moment: one more attempt is worth it. */
const MAX_RETRIES_WHEN_BUSY = 3
/** How long a busy server is left alone unless it says so. */
const BUSY_MS = 2_000
const FAILED_MS = 1_000
/** Visitors wait no longer for an attempt that they have not asked for: they are shown the error. */
const MAX_WAIT_MS = 15_000
const MAX_DELAY_MS = 30_000
/** The same request is refused again: it needs a proof of work or a turn. */
const FINAL: ApiError['code'][] = ['CHALLENGE', 'QUEUE']

/**
 * Whether a request that may be repeated is sent again after so many failures: the server cannot be reached, has failed, or is busy. A refusal is
 * final. The one rule for all reads, and for writes that change nothing more when they are repeated.
 */
export function shouldRetry(failures: number, error: Error) {
  if (!(error instanceof ApiError)) return failures < MAX_RETRIES
  if (!isTemporaryError(error) || FINAL.includes(error.code) || waitMs(error) > MAX_WAIT_MS)
    return false
  return failures < (isBusy(error) ? MAX_RETRIES_WHEN_BUSY : MAX_RETRIES)
}

/**
 * Milliseconds until the next attempt: what the server has asked for in `Retry-After`, twice as long after each failure, and up to half as long again at
 * random, so that browsers that were refused together do not come back together. `error`: undefined if an event of the socket was refused.
 */
export const retryDelay = (failures: number, error?: Error) =>
  Math.min(MAX_DELAY_MS, waitMs(error) * 2 ** failures) * (1 + Math.random() / 2)

function waitMs(error: Error | undefined) {
  if (!error) return BUSY_MS
  const asked = error instanceof ApiError ? error.details.retryAfterMs : undefined
  return asked ?? (isBusy(error) ? BUSY_MS : FAILED_MS)
}

const isBusy = (error: Error) =>
  error instanceof ApiError && (error.status === 429 || error.status === 503)
