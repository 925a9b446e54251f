import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSemaphore } from './semaphore.ts'

test('createSemaphore runs as many tasks at once as its capacity, in order of arrival', async () => {
  const pass = createSemaphore({ concurrency: 2, maxQueued: 8 })
  const order: number[] = []
  let working = 0
  const work = (n: number) => async () => {
    order.push(n)
    working += 1
    await setImmediate()
    expect(working).toBeLessThanOrEqual(2)
    working -= 1
    // A task that arrives during a handover waits at the end.
    if (n < 4) late.push(pass(work(n + 6)))
  }
  const late: Promise<void>[] = []

  await Promise.all([0, 1, 2, 3, 4, 5].map((n) => pass(work(n))))
  await Promise.all(late)

  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('createSemaphore runs the next task after one that fails', async () => {
  const pass = createSemaphore({ concurrency: 1, maxQueued: 0 })

  await expect(pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')

  expect(await pass(async () => 'served')).toBe('served')
})
