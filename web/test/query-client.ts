import { createQueryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { onTestFinished } from 'vitest'

/** A query client that stops repeating failed requests when the test ends. */
export function createTestQueryClient() {
  const client = createQueryClient()
  onTestFinished(() => client.clear())
  return client
}
