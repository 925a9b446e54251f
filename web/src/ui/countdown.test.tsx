import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Countdown } from '#ui/countdown.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const reading = () => screen.getByRole('timer').textContent
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('it reads m:ss and follows the clock it is given, not its own ticks [R-2.69][R-4.29]', () => {
  let clock = 0
  render(<Countdown until={65_000} now={() => clock} />)
  expect(reading()).toBe('1:05')

  clock = 60_000
  wait(1000)

  expect(reading()).toBe('0:05')
})

test('at nothing left it says so once and stays there [R-4.29][R-9.15]', () => {
  const ended = vi.fn()
  render(<Countdown until={Date.now() + 1500} now={Date.now} onEnd={ended} />)

  wait(1000)
  expect(ended).not.toHaveBeenCalled()
  wait(5000)

  expect(ended).toHaveBeenCalledTimes(1)
  expect(reading()).toBe('0:00')
})

test('another moment starts it anew', () => {
  const { rerender } = render(<Countdown until={Date.now() + 1000} now={Date.now} />)
  wait(2000)
  expect(reading()).toBe('0:00')

  rerender(<Countdown until={Date.now() + 30_000} now={Date.now} />)

  expect(reading()).toBe('0:30')
})
