import { MINUTE_MS } from '@marquee/contract/time'
import { syncServerClock } from '@marquee/ui-kit/lib/clock.ts'
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as announcer from '#ui/announcer.tsx'
import { useHoldTimers } from './use-hold-timers.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function renderHoldTimers(timeLeft: number) {
  const callbacks = {
    onExpiring: vi.fn((_ended: AbortSignal) => undefined),
    onExpiryMissed: vi.fn(),
  }
  const { rerender } = renderHook((until: number | undefined) => useHoldTimers(until, callbacks), {
    initialProps: Date.now() + timeLeft,
    reactStrictMode: false,
  })
  return { ...callbacks, setHoldUntil: rerender }
}

type HoldTimers = ReturnType<typeof renderHoldTimers>

test('useHoldTimers announces five, two and one minutes and calls onExpiring one minute before the end', () => {
  const announce = vi.spyOn(announcer, 'announce')
  const { onExpiring } = renderHoldTimers(10 * MINUTE_MS)

  vi.advanceTimersByTime(9 * MINUTE_MS - 1)
  expect(onExpiring).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(onExpiring).toHaveBeenCalledOnce()
  expect(announce.mock.calls.flat()).toEqual([
    'Your seats are held for 5 more minutes.',
    'Your seats are held for 2 more minutes.',
    'Your seats are held for one more minute.',
  ])
})

test.each([
  ['expires', (_timers: HoldTimers) => vi.advanceTimersByTime(MINUTE_MS)],
  ['is extended', ({ setHoldUntil }: HoldTimers) => setHoldUntil(Date.now() + 10 * MINUTE_MS)],
  ['is released', ({ setHoldUntil }: HoldTimers) => setHoldUntil(undefined)],
])(
  'useHoldTimers with less than a minute left calls onExpiring at once, and aborts its signal when the hold %s',
  (_how, end) => {
    const timers = renderHoldTimers(20_000)
    vi.advanceTimersByTime(0)
    const [ended] = timers.onExpiring.mock.calls[0] ?? []
    expect(ended?.aborted).toBe(false)

    end(timers)

    expect(ended?.aborted).toBe(true)
  },
)

test('useHoldTimers calls onExpiring within a second after a step of the clock', () => {
  const { onExpiring } = renderHoldTimers(10 * MINUTE_MS)
  vi.advanceTimersByTime(MINUTE_MS)

  // The computer has slept.
  syncServerClock(Date.now() + 8.5 * MINUTE_MS, 0)
  vi.advanceTimersByTime(1_000)

  expect(onExpiring).toHaveBeenCalledOnce()
})

test('useHoldTimers calls only onExpiryMissed two seconds after an expired hold', () => {
  const { onExpiring, onExpiryMissed } = renderHoldTimers(0)

  vi.advanceTimersByTime(2_000)

  expect(onExpiryMissed).toHaveBeenCalledOnce()
  expect(onExpiring).not.toHaveBeenCalled()
})
