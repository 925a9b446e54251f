export interface Rate {
  /** Events that are allowed at once. */
  burst: number
  perSecond: number
}

interface Bucket {
  tokens: number
  filledAt: number
}

/** Where the buckets are kept: a map that forgets unused keys. A forgotten bucket counts as full. */
interface Buckets<Key> {
  get: (key: Key) => Bucket | undefined
  set: (key: Key, bucket: Bucket) => unknown
}

/**
 * Limits the rate of events for each key by token buckets. The returned function takes a token, or returns false if none is left.
 * `monotonicNow`: milliseconds of a clock that is never set.
 */
export function createTokenBuckets<Key>(
  buckets: Buckets<Key>,
  { burst, perSecond }: Rate,
  monotonicNow: () => number,
) {
  return function takeToken(key: Key) {
    const at = monotonicNow()
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: burst, filledAt: at }
    const filled = Math.min(burst, tokens + ((at - filledAt) / 1000) * perSecond)
    const isAllowed = filled >= 1
    buckets.set(key, { tokens: isAllowed ? filled - 1 : filled, filledAt: at })
    return isAllowed
  }
}
