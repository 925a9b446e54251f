import { createIdempotencyKey } from '@marquee/browser/idempotency-key.ts'
import { useRef } from 'react'

/**
 * Returns a function from the body of a request to its idempotency key. The same body, sent again after a lost response, has the same key. Another body needs
 * another key: the server refuses a key that was used for something else.
 */
export function useIdempotencyKey() {
  const last = useRef({ text: '', key: '' })
  return (body: object) => {
    const text = JSON.stringify(body)
    if (last.current.text !== text) last.current = { text, key: createIdempotencyKey() }
    return last.current.key
  }
}
