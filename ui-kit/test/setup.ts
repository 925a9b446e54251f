import { resetServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { queryClient } from '@marquee/ui-kit/lib/query-client.ts'
import { afterEach, vi } from 'vitest'
import { resetStores, withResets } from './resettable-stores.ts'

// All test files of a worker share their modules. Each test starts from the same state of them.

/** Ten in the morning at the cinema. The time stands still in a test without fake timers. */
const NOW = '2026-12-01T04:30:00Z'
vi.setSystemTime(NOW)

vi.mock(import('zustand'), async (importOriginal) => {
  const { create, ...zustand } = await importOriginal()
  return { ...zustand, create: withResets(create) }
})

afterEach(() => {
  vi.useRealTimers()
  vi.setSystemTime(NOW)
  vi.clearAllMocks()
  // Before the next file begins: its mock API must not replace a mock of this file.
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  resetStores()
  resetServerClock()
  queryClient.clear()
})
