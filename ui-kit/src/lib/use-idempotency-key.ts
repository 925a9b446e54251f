import { useQueryClient } from '@tanstack/react-query'
import { createIdempotencyKey } from './idempotency-key.ts'

interface SentRequest {
  body: string
  key: string
}

const KEYS = ['idempotency-key']

/**
 * The idempotency keys of one operation, such as the cancellation of a booking. A request that is sent again after a lost response has the key of the first
 * attempt, another request has another key. The key stays in the cache, which no component reads it from, until `forget`.
 */
export function useIdempotencyKey(operation: readonly string[]) {
  const client = useQueryClient()
  const queryKey = [...KEYS, ...operation]
  return {
    keyFor(body: unknown) {
      const json = JSON.stringify(body)
      const last = client.getQueryData<SentRequest>(queryKey)
      if (last?.body === json) return last.key
      const key = createIdempotencyKey()
      // The cache removes data without readers after five minutes. A connection may be lost for longer.
      client.setQueryDefaults(KEYS, { gcTime: Number.POSITIVE_INFINITY })
      client.setQueryData<SentRequest>(queryKey, { body: json, key })
      return key
    },
    /** Call it after a success: the same request, sent once more, is then a new one. */
    forget: () => client.removeQueries({ queryKey, exact: true }),
  }
}
