import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type IntervalJob, startIntervalJobs } from './interval-jobs.ts'
import { createLog } from './log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const log = createLog('silent')
const start = (job: Partial<IntervalJob>) =>
  startIntervalJobs([{ name: 'test', pauseMs: 1000, run: () => undefined, ...job }], log)

test('startIntervalJobs waits before each run, and runs a job again when its last run has ended', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  start({
    run: () => {
      const running = Promise.withResolvers<void>()
      runs.push(running)
      return running.promise
    },
  })
  await vi.advanceTimersByTimeAsync(999)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toHaveLength(1)
  runs[0]?.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(2)
})

test('startIntervalJobs logs a failed run with the name of its job, and runs it again', async () => {
  const warn = vi.spyOn(log, 'warn')
  const run = vi.fn(() => {
    throw new Error('a bug')
  })
  start({ name: 'expire holds', run })
  await vi.advanceTimersByTimeAsync(2000)
  expect(run).toHaveBeenCalledTimes(2)
  expect(warn.mock.calls.map(([, message]) => message)).toEqual([
    'interval job failed: expire holds',
    'interval job failed: expire holds',
  ])
})

test('a stopped job ends its current run, and runs no more', async () => {
  const running = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  const run = vi.fn((given: AbortSignal) => {
    signal = given
    return running.promise
  })
  const stop = start({ run })
  await vi.advanceTimersByTimeAsync(1000)
  const stopped = vi.fn()
  void stop().then(stopped)
  expect(signal?.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stopped).not.toHaveBeenCalled()
  running.resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(stopped).toHaveBeenCalledOnce()
  expect(run).toHaveBeenCalledOnce()
})

test('a stopped job with a timeout is not waited for any longer', async () => {
  const stop = start({ run: () => new Promise(() => undefined), closeTimeoutMs: 3000 })
  await vi.advanceTimersByTimeAsync(1000)
  const stopped = vi.fn()
  void stop().then(stopped)
  await vi.advanceTimersByTimeAsync(2999)
  expect(stopped).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(stopped).toHaveBeenCalledOnce()
})
