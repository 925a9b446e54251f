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
  const moments = { onLittleLeft: vi.fn(), onOverdue: vi.fn() }
  renderHook(() => useHoldClock(Date.now() + span, moments), { reactStrictMode: false })
  return moments
}

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

  expect(onLittleLeft).toHaveBeenCalledWith(MINUTE)
})

test('whoever comes with less than a minute left is asked at once', () => {
  const { onLittleLeft } = holdFor(20_000)

  vi.advanceTimersByTime(0)

  expect(onLittleLeft).toHaveBeenCalledWith(20_000)
})

test('a hold that is over is noticed, though nobody says so, and no more time is offered', () => {
  const { onLittleLeft, onOverdue } = holdFor(0)

  vi.advanceTimersByTime(2_000)

  expect(onOverdue).toHaveBeenCalledOnce()
  expect(onLittleLeft).not.toHaveBeenCalled()
})
