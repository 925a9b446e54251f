import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHoldTimers } from './use-hold-timers.ts'

const announced = vi.hoisted((): string[] => [])
vi.mock('#ui/announcer.tsx', () => ({ announce: (text: string) => announced.push(text) }))

const MINUTE_MS = 60_000
beforeEach(() => {
  announced.length = 0
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

function renderHoldClock(timeLeft: number) {
  const callbacks = {
    onExpiring: vi.fn((_ended: AbortSignal) => undefined),
    onExpiryMissed: vi.fn(),
  }
  const { rerender } = renderHook((until: number | undefined) => useHoldTimers(until, callbacks), {
    initialProps: Date.now() + timeLeft,
    reactStrictMode: false,
  })
  return { ...callbacks, setHeldUntil: rerender }
}

type Clock = ReturnType<typeof renderHoldClock>

test('useHoldTimers announces five, two and one minutes and calls onExpiring one minute before the end', () => {
  const { onExpiring } = renderHoldClock(10 * MINUTE_MS)

  vi.advanceTimersByTime(9 * MINUTE_MS - 1)
  expect(onExpiring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(onExpiring).toHaveBeenCalledOnce()
  expect(announced).toEqual([
    'Your seats are held for 5 more minutes.',
    'Your seats are held for 2 more minutes.',
    'Your seats are held for one more minute.',
  ])
})

test('useHoldTimers calls onExpiring at once if less than a minute is left', () => {
  const { onExpiring } = renderHoldClock(20_000)

  vi.advanceTimersByTime(1)

  expect(onExpiring).toHaveBeenCalledOnce()
})

test.each([
  ['expires', (_clock: Clock) => vi.advanceTimersByTime(MINUTE_MS)],
  ['is extended', ({ setHeldUntil }: Clock) => setHeldUntil(Date.now() + 10 * MINUTE_MS)],
  ['is released', ({ setHeldUntil }: Clock) => setHeldUntil(undefined)],
])('useHoldTimers aborts the signal of onExpiring when the hold %s', (_how, end) => {
  const clock = renderHoldClock(MINUTE_MS)
  vi.advanceTimersByTime(0)
  const [ended] = clock.onExpiring.mock.calls[0] ?? []
  expect(ended?.aborted).toBe(false)

  end(clock)

  expect(ended?.aborted).toBe(true)
})

test('useHoldTimers calls only onExpiryMissed two seconds after an expired hold', () => {
  const { onExpiring, onExpiryMissed } = renderHoldClock(0)

  vi.advanceTimersByTime(2_000)

  expect(onExpiryMissed).toHaveBeenCalledOnce()
  expect(onExpiring).not.toHaveBeenCalled()
})
