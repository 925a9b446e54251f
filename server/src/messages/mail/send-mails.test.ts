import { expect, test } from 'vitest'
import { pauseAfter, withCpuShare } from './send-mails.service.ts'

const MILLISECOND = 1000

test.each([
  [0.1, 20, 180],
  [0.5, 20, 20],
  [1, 20, 0],
  [0.1, 500, 1000],
])(
  'after work with a share of %d that took %d ms of the processor, the pause is %d ms',
  (share, usedMs, pauseMs) => {
    const used = { user: usedMs * 0.75 * MILLISECOND, system: usedMs * 0.25 * MILLISECOND }

    expect(pauseAfter(used, share)).toBeCloseTo(pauseMs)
  },
)

test('withCpuShare waits for the work, and an aborted signal ends its pause', async () => {
  const events: string[] = []
  const work = async () => void events.push('work')

  await withCpuShare(Number.MIN_VALUE, work, AbortSignal.abort())

  expect(events).toEqual(['work'])
})
