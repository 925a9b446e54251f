import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useWakeLock } from './use-wake-lock.ts'

test('useWakeLock releases all its locks when the component unmounts, also those of requests that overlapped', async () => {
  const locks: { release: () => Promise<void> }[] = []
  const request = async () => {
    const lock = { release: vi.fn(async () => undefined) }
    locks.push(lock)
    return lock
  }
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  const { unmount } = renderHook(useWakeLock)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))

  unmount()

  expect(locks).toHaveLength(2)
  for (const { release } of locks) expect(release).toHaveBeenCalled()
})
