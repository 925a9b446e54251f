import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from './countdown.tsx'

beforeEach(() => void vi.useFakeTimers())

const timerText = () => screen.getByRole('timer').textContent
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('Countdown shows m:ss by the given clock [R-2.69][R-4.29]', () => {
  let clock = 0
  render(<Countdown untilMs={65_000} now={() => clock} />)
  expect(timerText()).toBe('1:05')

  clock = 60_000
  advance(1000)

  expect(timerText()).toBe('0:05')
})

test('Countdown calls onEnd once at zero, stays at 0:00 and starts again when its end changes [R-4.29][R-9.15]', () => {
  const onEnd = vi.fn()
  const countdown = (timeLeft: number) => (
    <Countdown untilMs={Date.now() + timeLeft} now={Date.now} onEnd={onEnd} />
  )
  const { rerender } = render(countdown(1500))

  advance(1000)
  expect(onEnd).not.toHaveBeenCalled()
  advance(5000)
  expect(onEnd).toHaveBeenCalledTimes(1)
  expect(timerText()).toBe('0:00')

  rerender(countdown(30_000))
  expect(timerText()).toBe('0:30')
})
