import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHoldClock } from './use-hold-clock.ts'

const announced = vi.hoisted((): string[] => [])
vi.mock('#ui/announcer.tsx', () => ({ announce: (text: string) => announced.push(text) }))

const MINUTE_MS = 60_000
beforeEach(() => {
  announced.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function renderHoldClock(timeLeft: number) {
  const callbacks = { onExpiring: vi.fn((_ended: AbortSignal) => undefined), onOverdue: vi.fn() }
  const { rerender } = renderHook((until: number | undefined) => useHoldClock(until, callbacks), {
    initialProps: Date.now() + timeLeft,
    reactStrictMode: false,
  })
  return { ...callbacks, setHeldUntil: rerender }
}

type Clock = ReturnType<typeof renderHoldClock>

test('useHoldClock announces the time left at five, two and one minutes', () => {
  renderHoldClock(10 * MINUTE_MS)

  vi.advanceTimersByTime(10 * MINUTE_MS)

  expect(announced).toEqual([
    'Your seats are held for 5 more minutes.',
    'Your seats are held for 2 more minutes.',
    'Your seats are held for one more minute.',
  ])
})

test.each([
  ['one minute before the end', 3 * MINUTE_MS, 2 * MINUTE_MS],
  ['at once if less than a minute is left', 20_000, 0],
])('useHoldClock calls onExpiring %s', (_when, timeLeft, calledAfter) => {
  const { onExpiring } = renderHoldClock(timeLeft)

  vi.advanceTimersByTime(Math.max(0, calledAfter - 1))
  if (calledAfter > 0) expect(onExpiring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(onExpiring).toHaveBeenCalledOnce()
})

test.each([
  ['expires', (_clock: Clock) => vi.advanceTimersByTime(MINUTE_MS)],
  ['is extended', ({ setHeldUntil }: Clock) => setHeldUntil(Date.now() + 10 * MINUTE_MS)],
  ['is released', ({ setHeldUntil }: Clock) => setHeldUntil(undefined)],
])('useHoldClock aborts the signal of onExpiring when the hold %s', (_how, end) => {
  const clock = renderHoldClock(MINUTE_MS)
  vi.advanceTimersByTime(0)
  const [ended] = clock.onExpiring.mock.calls[0] ?? []
  expect(ended?.aborted).toBe(false)

  end(clock)

  expect(ended?.aborted).toBe(true)
})

test('useHoldClock calls only onOverdue two seconds after an expired hold', () => {
  const { onExpiring, onOverdue } = renderHoldClock(0)

  vi.advanceTimersByTime(2_000)

  expect(onOverdue).toHaveBeenCalledOnce()
  expect(onExpiring).not.toHaveBeenCalled()
})
