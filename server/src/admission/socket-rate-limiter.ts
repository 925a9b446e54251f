import type { Socket } from 'socket.io'

type Connection = Pick<Socket['conn'], 'once'>

/** Normal use stays below this: releasing a full selection takes at most 18 events. */
const BURST_EVENTS = 30
const EVENTS_PER_SECOND = 15

/**
 * Limits the events of each connection by a token bucket. The bucket belongs to the connection, because a client may open
 * many sockets over one connection.
 */
export function createSocketRateLimiter(now: () => number) {
  const buckets = new Map<Connection, { tokens: number; filledAt: number }>()

  function bucketOf(connection: Connection) {
    const known = buckets.get(connection)
    if (known) return known
    const bucket = { tokens: BURST_EVENTS, filledAt: now() }
    buckets.set(connection, bucket)
    connection.once('close', () => buckets.delete(connection))
    return bucket
  }

  /** Takes a token. Returns false if none is left. */
  return function isWithinRate(connection: Connection) {
    const bucket = bucketOf(connection)
    const moment = now()
    // The clock may be set back.
    const seconds = Math.max(0, moment - bucket.filledAt) / 1000
    bucket.tokens = Math.min(BURST_EVENTS, bucket.tokens + seconds * EVENTS_PER_SECOND)
    bucket.filledAt = moment
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}
