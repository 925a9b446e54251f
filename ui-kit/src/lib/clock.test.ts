import { HOUR_MS } from '@marquee/contract/time'
import { beforeEach, expect, test, vi } from 'vitest'
import { serverNow, syncServerClock, watchClockSteps } from './clock.ts'

const SERVER_TIME = Date.UTC(2026, 0, 1)

beforeEach(() => void vi.useFakeTimers())

test.each([-HOUR_MS, HOUR_MS])(
  'serverNow goes on when the clock of the computer is set by %i ms',
  (step) => {
    syncServerClock(SERVER_TIME, 200)
    vi.setSystemTime(Date.now() + step)
    vi.advanceTimersByTime(5000)

    expect(serverNow()).toBe(SERVER_TIME + 100 + 5000)
  },
)

test('watchClockSteps calls back once for each step of the clock', () => {
  const onStep = vi.fn()
  watchClockSteps(onStep)
  vi.advanceTimersByTime(10_000)
  expect(onStep).not.toHaveBeenCalled()

  for (const step of [-HOUR_MS, HOUR_MS]) {
    onStep.mockClear()
    vi.setSystemTime(Date.now() + step)
    vi.advanceTimersByTime(10_000)
    expect(onStep).toHaveBeenCalledOnce()
  }
})
