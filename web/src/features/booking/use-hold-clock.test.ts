import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useHoldClock } from './use-hold-clock.ts'

const said = vi.hoisted((): string[] => [])
vi.mock('#ui/announcer.tsx', () => ({ announce: (text: string) => said.push(text) }))

const MINUTE = 60_000
beforeEach(() => {
  said.length = 0
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function holdFor(span: number) {
  const moments = { onLittleLeft: vi.fn((_over: AbortSignal) => undefined), onOverdue: vi.fn() }
  const { rerender } = renderHook((until: number | undefined) => useHoldClock(until, moments), {
    initialProps: Date.now() + span,
    reactStrictMode: false,
  })
  return { ...moments, becomes: rerender }
}

type Hold = ReturnType<typeof holdFor>

test('the time left is announced at five, two and one minutes', () => {
  holdFor(10 * MINUTE)

  vi.advanceTimersByTime(10 * MINUTE)

  expect(said).toEqual([
    'Your seats are held for 5 more minutes.',
    'Your seats are held for 2 more minutes.',
    'Your seats are held for one more minute.',
  ])
})

test('with a minute left it is time to ask for more', () => {
  const { onLittleLeft } = holdFor(3 * MINUTE)

  vi.advanceTimersByTime(2 * MINUTE - 1)
  expect(onLittleLeft).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)

  expect(onLittleLeft).toHaveBeenCalledOnce()
})

test('whoever comes with less than a minute left is asked at once', () => {
  const { onLittleLeft } = holdFor(20_000)

  vi.advanceTimersByTime(0)

  expect(onLittleLeft).toHaveBeenCalledOnce()
})

test.each([
  ['runs out', ({ becomes: _ }: Hold) => vi.advanceTimersByTime(MINUTE)],
  ['is prolonged', ({ becomes }: Hold) => becomes(Date.now() + 10 * MINUTE)],
  ['is given back', ({ becomes }: Hold) => becomes(undefined)],
])('the offer of more time is over once the hold %s', (_how, happen) => {
  const hold = holdFor(MINUTE)
  vi.advanceTimersByTime(0)
  const [over] = hold.onLittleLeft.mock.calls[0] ?? []
  expect(over?.aborted).toBe(false)

  happen(hold)

  expect(over?.aborted).toBe(true)
})

test('a hold that is over is noticed, though nobody says so, and no more time is offered', () => {
  const { onLittleLeft, onOverdue } = holdFor(0)

  vi.advanceTimersByTime(2_000)

  expect(onOverdue).toHaveBeenCalledOnce()
  expect(onLittleLeft).not.toHaveBeenCalled()
})
