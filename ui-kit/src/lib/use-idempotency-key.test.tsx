import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { useIdempotencyKey } from './use-idempotency-key.ts'

function renderKeys() {
  const client = createQueryClient()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useIdempotencyKey(['sell']), { wrapper }).result.current
}

test('useIdempotencyKey returns the key of the first attempt an hour later, and another one for another request', () => {
  vi.useFakeTimers()
  const { keyFor } = renderKeys()
  const key = keyFor({ seats: ['A1'] })

  vi.advanceTimersByTime(3_600_000)

  expect(keyFor({ seats: ['A1'] })).toBe(key)
  expect(keyFor({ seats: ['A2'] })).not.toBe(key)
})

test('useIdempotencyKey returns a new key after a success', () => {
  const { keyFor, forget } = renderKeys()
  const key = keyFor({ seats: ['A1'] })

  forget()

  expect(keyFor({ seats: ['A1'] })).not.toBe(key)
})
